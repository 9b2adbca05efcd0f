//: Transform needs Vec, Quat
template <typename T>
struct Transform {
    Vec<3, T> p;
    Quat<T> q;
};

//: transform_component needs Transform, component
template <typename T>
__device__ T& transform_component(Transform<T>& t, int i)
{
    return i < 3 ? t.p[i] : component(t.q, i - 3);
}

template <typename T>
__device__ const T& transform_component(const Transform<T>& t, int i)
{
    return i < 3 ? t.p[i] : component(t.q, i - 3);
}

//: unit_transform needs transform_component
template <typename T>
__device__ Transform<T> unit_transform(int i, T s)
{
    Transform<T> r{};
    transform_component(r, i) = s;
    return r;
}

//: Transform + needs Transform, Vec +, Quat +
template <typename T>
__device__ Transform<T> operator+(const Transform<T>& a, const Transform<T>& b)
{
    return Transform<T>{a.p + b.p, a.q + b.q};
}

//: Transform - needs Transform, Vec -, Quat -
template <typename T>
__device__ Transform<T> operator-(const Transform<T>& a, const Transform<T>& b)
{
    return Transform<T>{a.p - b.p, a.q - b.q};
}

//: Transform += needs Transform +
template <typename T>
__device__ void operator+=(Transform<T>& a, const Transform<T>& b)
{
    a = a + b;
}

//: Transform -= needs Transform -
template <typename T>
__device__ void operator-=(Transform<T>& a, const Transform<T>& b)
{
    a = a - b;
}

//: Transform * scalar needs Transform, Vec * scalar, Quat * scalar
template <typename T>
__device__ Transform<T> operator*(const Transform<T>& a, T s)
{
    return Transform<T>{a.p * s, a.q * s};
}

//: scalar * Transform needs Transform * scalar
template <typename T>
__device__ Transform<T> operator*(T s, const Transform<T>& a)
{
    return a * s;
}

//: Transform * Transform needs Transform, quat_rotate, Vec +, Quat * Quat
template <typename T>
__device__ Transform<T> operator*(const Transform<T>& a, const Transform<T>& b)
{
    return Transform<T>{quat_rotate(a.q, b.p) + a.p, a.q * b.q};
}

//: transform_left_adjoint needs Transform, quat_rotate_adjoint, conjugate, Quat * Quat, Quat +
template <typename T>
__device__ Transform<T> transform_left_adjoint(const Transform<T>& a, const Transform<T>& b, const Transform<T>& g)
{
    return Transform<T>{g.p, quat_rotate_adjoint(a.q, b.p, g.p) + g.q * conjugate(b.q)};
}

//: transform_right_adjoint needs Transform, quat_rotate_inv, conjugate, Quat * Quat
template <typename T>
__device__ Transform<T> transform_right_adjoint(const Transform<T>& a, const Transform<T>& g)
{
    return Transform<T>{quat_rotate_inv(a.q, g.p), conjugate(a.q) * g.q};
}

//: transform_point needs Transform, quat_rotate, Vec +
template <typename T>
__device__ Vec<3, T> transform_point(const Transform<T>& t, const Vec<3, T>& x)
{
    return t.p + quat_rotate(t.q, x);
}

//: transform_inverse needs Transform, conjugate, quat_rotate, Vec neg
template <typename T>
__device__ Transform<T> transform_inverse(const Transform<T>& t)
{
    const Quat<T> q = conjugate(t.q);
    return Transform<T>{-quat_rotate(q, t.p), q};
}

//: transform_inverse_adjoint needs Transform, conjugate, quat_rotate, quat_rotate_adjoint, Quat +, Vec neg
template <typename T>
__device__ Transform<T> transform_inverse_adjoint(const Transform<T>& t, const Transform<T>& g)
{
    const Quat<T> q = conjugate(t.q);
    return Transform<T>{-quat_rotate(t.q, g.p), conjugate(quat_rotate_adjoint(q, t.p, -g.p) + g.q)};
}

//: dot_transform needs Transform, dot, dot_quaternion
template <typename T>
__device__ T dot_transform(const Transform<T>& a, const Transform<T>& b)
{
    return dot(a.p, b.p) + dot_quaternion(a.q, b.q);
}

//: Transform neg needs Transform, Vec neg, Quat neg
template <typename T>
__device__ Transform<T> operator-(const Transform<T>& a)
{
    return Transform<T>{-a.p, -a.q};
}

//: spatial_cross needs cross, slice, concatenate, Vec +
template <typename T>
__device__ Vec<6, T> spatial_cross(const Vec<6, T>& a, const Vec<6, T>& b)
{
    const Vec<3, T> aw = slice<3>(a, 0, 1), av = slice<3>(a, 3, 1), bw = slice<3>(b, 0, 1), bv = slice<3>(b, 3, 1);
    return concatenate(cross(aw, bw), cross(av, bw) + cross(aw, bv));
}

//: spatial_cross_left_adjoint needs cross, slice, concatenate, Vec +
template <typename T>
__device__ Vec<6, T> spatial_cross_left_adjoint(const Vec<6, T>& b, const Vec<6, T>& g)
{
    const Vec<3, T> bw = slice<3>(b, 0, 1), bv = slice<3>(b, 3, 1), gw = slice<3>(g, 0, 1), gv = slice<3>(g, 3, 1);
    return concatenate(cross(bw, gw) + cross(bv, gv), cross(bw, gv));
}

//: spatial_cross_right_adjoint needs cross, slice, concatenate, Vec +
template <typename T>
__device__ Vec<6, T> spatial_cross_right_adjoint(const Vec<6, T>& a, const Vec<6, T>& g)
{
    const Vec<3, T> aw = slice<3>(a, 0, 1), av = slice<3>(a, 3, 1), gw = slice<3>(g, 0, 1), gv = slice<3>(g, 3, 1);
    return concatenate(cross(gw, aw) + cross(gv, av), cross(gv, aw));
}

//: spatial_cross_dual needs cross, slice, concatenate, Vec +
template <typename T>
__device__ Vec<6, T> spatial_cross_dual(const Vec<6, T>& a, const Vec<6, T>& b)
{
    const Vec<3, T> aw = slice<3>(a, 0, 1), av = slice<3>(a, 3, 1), bw = slice<3>(b, 0, 1), bv = slice<3>(b, 3, 1);
    return concatenate(cross(aw, bw) + cross(av, bv), cross(aw, bv));
}

//: spatial_cross_dual_left_adjoint needs cross, slice, concatenate, Vec +
template <typename T>
__device__ Vec<6, T> spatial_cross_dual_left_adjoint(const Vec<6, T>& b, const Vec<6, T>& g)
{
    const Vec<3, T> bw = slice<3>(b, 0, 1), bv = slice<3>(b, 3, 1), gw = slice<3>(g, 0, 1), gv = slice<3>(g, 3, 1);
    return concatenate(cross(bw, gw) + cross(bv, gv), cross(bv, gw));
}

//: spatial_cross_dual_right_adjoint needs cross, slice, concatenate, Vec +
template <typename T>
__device__ Vec<6, T> spatial_cross_dual_right_adjoint(const Vec<6, T>& a, const Vec<6, T>& g)
{
    const Vec<3, T> aw = slice<3>(a, 0, 1), av = slice<3>(a, 3, 1), gw = slice<3>(g, 0, 1), gv = slice<3>(g, 3, 1);
    return concatenate(cross(gw, aw), cross(gw, av) + cross(gv, aw));
}

//: extend needs Vec
template <typename T>
__device__ Vec<4, T> extend(const Vec<3, T>& v, T last)
{
    return Vec<4, T>{v[0], v[1], v[2], last};
}
