//: Vec
template <int N, typename T>
struct Vec {
    T c[N];
    __host__ __device__ T& operator[](int i) { return c[i]; }
    __host__ __device__ const T& operator[](int i) const { return c[i]; }
};

//: Vec + needs Vec
template <int N, typename T>
__device__ Vec<N, T> operator+(Vec<N, T> a, const Vec<N, T>& b)
{
    for (int i = 0; i < N; ++i) a[i] = a[i] + b[i];
    return a;
}

//: Vec - needs Vec
template <int N, typename T>
__device__ Vec<N, T> operator-(Vec<N, T> a, const Vec<N, T>& b)
{
    for (int i = 0; i < N; ++i) a[i] = a[i] - b[i];
    return a;
}

//: Vec neg needs Vec
template <int N, typename T>
__device__ Vec<N, T> operator-(Vec<N, T> a)
{
    for (int i = 0; i < N; ++i) a[i] = -a[i];
    return a;
}

//: Vec += needs Vec
template <int N, typename T>
__device__ void operator+=(Vec<N, T>& a, const Vec<N, T>& b)
{
    for (int i = 0; i < N; ++i) a[i] = a[i] + b[i];
}

//: Vec -= needs Vec
template <int N, typename T>
__device__ void operator-=(Vec<N, T>& a, const Vec<N, T>& b)
{
    for (int i = 0; i < N; ++i) a[i] = a[i] - b[i];
}

//: Vec * scalar needs Vec
template <int N, typename T>
__device__ Vec<N, T> operator*(Vec<N, T> a, T s)
{
    for (int i = 0; i < N; ++i) a[i] = a[i] * s;
    return a;
}

//: scalar * Vec needs Vec
template <int N, typename T>
__device__ Vec<N, T> operator*(T s, Vec<N, T> a)
{
    for (int i = 0; i < N; ++i) a[i] = s * a[i];
    return a;
}

//: Vec / scalar needs Vec
template <int N, typename T>
__device__ Vec<N, T> operator/(Vec<N, T> a, T s)
{
    for (int i = 0; i < N; ++i) a[i] = a[i] / s;
    return a;
}

//: scalar / Vec needs Vec
template <int N, typename T>
__device__ Vec<N, T> operator/(T s, Vec<N, T> a)
{
    for (int i = 0; i < N; ++i) a[i] = s / a[i];
    return a;
}

//: Vec == needs Vec
template <int N, typename T>
__device__ bool operator==(const Vec<N, T>& a, const Vec<N, T>& b)
{
    for (int i = 0; i < N; ++i) {
        if (a[i] != b[i]) return false;
    }
    return true;
}

//: Vec != needs Vec ==
template <int N, typename T>
__device__ bool operator!=(const Vec<N, T>& a, const Vec<N, T>& b)
{
    return !(a == b);
}

//: Vec bits needs Vec
template <int N, typename T>
__device__ Vec<N, T> operator&(Vec<N, T> a, const Vec<N, T>& b)
{
    for (int i = 0; i < N; ++i) a[i] = T(a[i] & b[i]);
    return a;
}

template <int N, typename T>
__device__ Vec<N, T> operator|(Vec<N, T> a, const Vec<N, T>& b)
{
    for (int i = 0; i < N; ++i) a[i] = T(a[i] | b[i]);
    return a;
}

template <int N, typename T>
__device__ Vec<N, T> operator^(Vec<N, T> a, const Vec<N, T>& b)
{
    for (int i = 0; i < N; ++i) a[i] = T(a[i] ^ b[i]);
    return a;
}

template <int N, typename T>
__device__ Vec<N, T> operator<<(Vec<N, T> a, const Vec<N, T>& b)
{
    for (int i = 0; i < N; ++i) a[i] = T(a[i] << b[i]);
    return a;
}

template <int N, typename T>
__device__ Vec<N, T> operator>>(Vec<N, T> a, const Vec<N, T>& b)
{
    for (int i = 0; i < N; ++i) a[i] = T(a[i] >> b[i]);
    return a;
}

template <int N, typename T>
__device__ Vec<N, T> operator~(Vec<N, T> a)
{
    for (int i = 0; i < N; ++i) a[i] = T(~a[i]);
    return a;
}

//: splat needs Vec
template <int N, typename T>
__device__ Vec<N, T> splat(T s)
{
    Vec<N, T> r;
    for (int i = 0; i < N; ++i) r[i] = s;
    return r;
}

//: convert needs Vec
template <typename To, int N, typename From>
__device__ Vec<N, To> convert(const Vec<N, From>& v)
{
    Vec<N, To> r;
    for (int i = 0; i < N; ++i) r[i] = To(v[i]);
    return r;
}

//: sum needs Vec
template <int N, typename T>
__device__ T sum(const Vec<N, T>& v)
{
    T total = v[0];
    for (int i = 1; i < N; ++i) total = total + v[i];
    return total;
}

//: unit_vector needs Vec
template <int N, typename T>
__device__ Vec<N, T> unit_vector(int axis, T s)
{
    Vec<N, T> r{};
    r[axis] = s;
    return r;
}

//: concatenate needs Vec
template <typename T>
__device__ Vec<6, T> concatenate(const Vec<3, T>& top, const Vec<3, T>& bottom)
{
    return Vec<6, T>{top[0], top[1], top[2], bottom[0], bottom[1], bottom[2]};
}

//: slice needs Vec
template <int M, int N, typename T>
__device__ Vec<M, T> slice(const Vec<N, T>& v, int start, int step)
{
    Vec<M, T> r;
    for (int i = 0; i < M; ++i) r[i] = v[start + i * step];
    return r;
}

//: spread needs Vec
template <int N, int M, typename T>
__device__ Vec<N, T> spread(const Vec<M, T>& part, int start, int step)
{
    Vec<N, T> r{};
    for (int i = 0; i < M; ++i) r[start + i * step] = part[i];
    return r;
}
