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
    const T inverse_l = T(1) / l;
    return g * inverse_l - q * (inverse_l * inverse_l * inverse_l * dot_quaternion(q, g));
}
