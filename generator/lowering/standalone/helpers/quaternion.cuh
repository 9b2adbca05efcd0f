//: Quat
template <typename T>
struct Quat {
    T x, y, z, w;
};

//: component needs Quat
template <typename T>
__device__ T& component(Quat<T>& q, int i)
{
    return i == 0 ? q.x : i == 1 ? q.y : i == 2 ? q.z : q.w;
}

template <typename T>
__device__ const T& component(const Quat<T>& q, int i)
{
    return i == 0 ? q.x : i == 1 ? q.y : i == 2 ? q.z : q.w;
}

//: unit_quaternion needs component
template <typename T>
__device__ Quat<T> unit_quaternion(int i, T s)
{
    Quat<T> r{};
    component(r, i) = s;
    return r;
}

//: Quat + needs Quat
template <typename T>
__device__ Quat<T> operator+(const Quat<T>& a, const Quat<T>& b)
{
    return Quat<T>{a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}

//: Quat - needs Quat
template <typename T>
__device__ Quat<T> operator-(const Quat<T>& a, const Quat<T>& b)
{
    return Quat<T>{a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w};
}

//: Quat neg needs Quat
template <typename T>
__device__ Quat<T> operator-(const Quat<T>& a)
{
    return Quat<T>{-a.x, -a.y, -a.z, -a.w};
}

//: Quat += needs Quat +
template <typename T>
__device__ void operator+=(Quat<T>& a, const Quat<T>& b)
{
    a = a + b;
}

//: Quat -= needs Quat -
template <typename T>
__device__ void operator-=(Quat<T>& a, const Quat<T>& b)
{
    a = a - b;
}

//: Quat * scalar needs Quat
template <typename T>
__device__ Quat<T> operator*(const Quat<T>& a, T s)
{
    return Quat<T>{a.x * s, a.y * s, a.z * s, a.w * s};
}

//: scalar * Quat needs Quat
template <typename T>
__device__ Quat<T> operator*(T s, const Quat<T>& a)
{
    return Quat<T>{a.x * s, a.y * s, a.z * s, a.w * s};
}

//: Quat / scalar needs Quat
template <typename T>
__device__ Quat<T> operator/(const Quat<T>& a, T s)
{
    return Quat<T>{a.x / s, a.y / s, a.z / s, a.w / s};
}

//: Quat == needs Quat
template <typename T>
__device__ bool operator==(const Quat<T>& a, const Quat<T>& b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

//: Quat * Quat needs Quat
template <typename T>
__device__ Quat<T> operator*(const Quat<T>& a, const Quat<T>& b)
{
    return Quat<T>{
        a.w * b.x + b.w * a.x + a.y * b.z - b.y * a.z,
        a.w * b.y + b.w * a.y + a.z * b.x - b.z * a.x,
        a.w * b.z + b.w * a.z + a.x * b.y - b.x * a.y,
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

//: conjugate needs Quat
template <typename T>
__device__ Quat<T> conjugate(const Quat<T>& q)
{
    return Quat<T>{-q.x, -q.y, -q.z, q.w};
}

//: dot_quaternion needs Quat
template <typename T>
__device__ T dot_quaternion(const Quat<T>& a, const Quat<T>& b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

//: length_quaternion needs dot_quaternion
template <typename T>
__device__ T length_quaternion(const Quat<T>& q)
{
    return sqrt(dot_quaternion(q, q));
}

//: length_quaternion_adjoint needs length_quaternion, Quat * scalar
template <typename T>
__device__ Quat<T> length_quaternion_adjoint(const Quat<T>& q, T g)
{
    const T l = length_quaternion(q);
    return l > T(0) ? q * (g / l) : Quat<T>{};
}

//: normalize_quaternion needs length_quaternion, Quat * scalar
template <typename T>
__device__ Quat<T> normalize_quaternion(const Quat<T>& q)
{
    const T l = length_quaternion(q);
    return l > T(0) ? q * (T(1) / l) : Quat<T>{T(0), T(0), T(0), T(1)};
}

//: normalize_quaternion_adjoint needs length_quaternion, dot_quaternion, Quat * scalar, Quat -
template <typename T>
__device__ Quat<T> normalize_quaternion_adjoint(const Quat<T>& q, const Quat<T>& g)
{
    const T l = length_quaternion(q);
    if (!(l > T(0))) return Quat<T>{};
    const Quat<T> u = q * (T(1) / l);
    return (g - u * dot_quaternion(u, g)) * (T(1) / l);
}

//: vector_part needs Quat, Vec
template <typename T>
__device__ Vec<3, T> vector_part(const Quat<T>& q)
{
    return Vec<3, T>{q.x, q.y, q.z};
}

//: quat_rotate needs vector_part, dot, cross, Vec +, Vec * scalar
template <typename T>
__device__ Vec<3, T> quat_rotate(const Quat<T>& q, const Vec<3, T>& x)
{
    const Vec<3, T> u = vector_part(q);
    return x * (T(2) * q.w * q.w - T(1)) + u * (T(2) * dot(u, x)) + cross(u, x) * (T(2) * q.w);
}

//: quat_rotate_inv needs vector_part, dot, cross, Vec +, Vec -, Vec * scalar
template <typename T>
__device__ Vec<3, T> quat_rotate_inv(const Quat<T>& q, const Vec<3, T>& x)
{
    const Vec<3, T> u = vector_part(q);
    return x * (T(2) * q.w * q.w - T(1)) + u * (T(2) * dot(u, x)) - cross(u, x) * (T(2) * q.w);
}

//: quat_rotate_adjoint needs vector_part, dot, cross, Vec +, Vec * scalar
template <typename T>
__device__ Quat<T> quat_rotate_adjoint(const Quat<T>& q, const Vec<3, T>& x, const Vec<3, T>& g)
{
    const Vec<3, T> u = vector_part(q);
    const Vec<3, T> v = g * (T(2) * dot(u, x)) + x * (T(2) * dot(u, g)) + cross(x, g) * (T(2) * q.w);
    return Quat<T>{v[0], v[1], v[2], T(4) * q.w * dot(x, g) + T(2) * dot(cross(u, x), g)};
}

//: quat_rotate_inv_adjoint needs vector_part, dot, cross, Vec +, Vec -, Vec * scalar
template <typename T>
__device__ Quat<T> quat_rotate_inv_adjoint(const Quat<T>& q, const Vec<3, T>& x, const Vec<3, T>& g)
{
    const Vec<3, T> u = vector_part(q);
    const Vec<3, T> v = g * (T(2) * dot(u, x)) + x * (T(2) * dot(u, g)) - cross(x, g) * (T(2) * q.w);
    return Quat<T>{v[0], v[1], v[2], T(4) * q.w * dot(x, g) - T(2) * dot(cross(u, x), g)};
}

//: quat_from_axis_angle needs Quat, Vec
template <typename T>
__device__ Quat<T> quat_from_axis_angle(const Vec<3, T>& axis, T angle)
{
    const T half_angle = angle * T(0.5);
    const T s = sin(half_angle);
    return Quat<T>{axis[0] * s, axis[1] * s, axis[2] * s, cos(half_angle)};
}

//: quat_axis_adjoint needs Quat, Vec
template <typename T>
__device__ Vec<3, T> quat_axis_adjoint(T angle, const Quat<T>& g)
{
    const T s = sin(angle * T(0.5));
    return Vec<3, T>{g.x * s, g.y * s, g.z * s};
}

//: quat_angle_adjoint needs Quat, Vec
template <typename T>
__device__ T quat_angle_adjoint(const Vec<3, T>& axis, T angle, const Quat<T>& g)
{
    const T half_angle = angle * T(0.5);
    return T(0.5) * (cos(half_angle) * (axis[0] * g.x + axis[1] * g.y + axis[2] * g.z) - sin(half_angle) * g.w);
}

//: quat_rpy needs Quat
template <typename T>
__device__ Quat<T> quat_rpy(T roll, T pitch, T yaw)
{
    const T cr = cos(roll * T(0.5)), sr = sin(roll * T(0.5));
    const T cp = cos(pitch * T(0.5)), sp = sin(pitch * T(0.5));
    const T cy = cos(yaw * T(0.5)), sy = sin(yaw * T(0.5));
    return Quat<T>{
        cy * sr * cp - sy * cr * sp,
        cy * cr * sp + sy * sr * cp,
        sy * cr * cp - cy * sr * sp,
        cy * cr * cp + sy * sr * sp};
}

//: quat_rpy_adjoint needs quat_rpy, dot_quaternion
template <typename T>
__device__ Vec<3, T> quat_rpy_adjoint(T roll, T pitch, T yaw, const Quat<T>& g)
{
    const T shift = T(3.14159265358979323846);  // d sin(a / 2) = sin((a + pi) / 2) / 2
    return Vec<3, T>{
        T(0.5) * dot_quaternion(quat_rpy(roll + shift, pitch, yaw), g),
        T(0.5) * dot_quaternion(quat_rpy(roll, pitch + shift, yaw), g),
        T(0.5) * dot_quaternion(quat_rpy(roll, pitch, yaw + shift), g)};
}

//: quat_to_matrix needs quat_rotate, from_columns
template <typename T>
__device__ Mat<3, 3, T> quat_to_matrix(const Quat<T>& q)
{
    return from_columns(
        quat_rotate(q, Vec<3, T>{T(1), T(0), T(0)}),
        quat_rotate(q, Vec<3, T>{T(0), T(1), T(0)}),
        quat_rotate(q, Vec<3, T>{T(0), T(0), T(1)}));
}

//: quat_to_matrix_adjoint needs quat_rotate_adjoint, column, Quat +
template <typename T>
__device__ Quat<T> quat_to_matrix_adjoint(const Quat<T>& q, const Mat<3, 3, T>& g)
{
    return quat_rotate_adjoint(q, Vec<3, T>{T(1), T(0), T(0)}, column(g, 0))
        + quat_rotate_adjoint(q, Vec<3, T>{T(0), T(1), T(0)}, column(g, 1))
        + quat_rotate_adjoint(q, Vec<3, T>{T(0), T(0), T(1)}, column(g, 2));
}
