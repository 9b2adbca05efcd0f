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

//: dot needs Vec
template <int N, typename T>
__device__ T dot(const Vec<N, T>& a, const Vec<N, T>& b)
{
    T total = a[0] * b[0];
    for (int i = 1; i < N; ++i) total = total + a[i] * b[i];
    return total;
}

//: cross needs Vec
template <typename T>
__device__ Vec<3, T> cross(const Vec<3, T>& a, const Vec<3, T>& b)
{
    return Vec<3, T>{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

//: length needs dot
template <int N, typename T>
__device__ T length(const Vec<N, T>& v)
{
    return sqrt(dot(v, v));
}

//: length_adjoint needs length, Vec * scalar, Vec / scalar
template <int N, typename T>
__device__ Vec<N, T> length_adjoint(const Vec<N, T>& v, T g)
{
    const T l = length(v);
    return l > T(0) ? (v / l) * g : Vec<N, T>{};
}

//: normalize needs length, Vec / scalar
template <int N, typename T>
__device__ Vec<N, T> normalize(const Vec<N, T>& v)
{
    const T l = length(v);
    return l > T(0) ? v / l : Vec<N, T>{};
}

//: normalize_adjoint needs length, dot, Vec / scalar, Vec * scalar, Vec -
template <int N, typename T>
__device__ Vec<N, T> normalize_adjoint(const Vec<N, T>& v, const Vec<N, T>& g)
{
    const T l = length(v);
    if (!(l > T(0))) return Vec<N, T>{};
    const T inverse_l = T(1) / l;
    const Vec<N, T> u = v / l;
    return g * inverse_l - u * dot(u, g) * inverse_l;
}

//: cw_mul needs Vec
template <int N, typename T>
__device__ Vec<N, T> cw_mul(Vec<N, T> a, const Vec<N, T>& b)
{
    for (int i = 0; i < N; ++i) a[i] = a[i] * b[i];
    return a;
}

//: cw_div needs Vec
template <int N, typename T>
__device__ Vec<N, T> cw_div(Vec<N, T> a, const Vec<N, T>& b)
{
    for (int i = 0; i < N; ++i) a[i] = a[i] / b[i];
    return a;
}

//: cw_mod needs Vec
template <int N, typename T>
__device__ Vec<N, T> cw_mod(Vec<N, T> a, const Vec<N, T>& b)
{
    for (int i = 0; i < N; ++i) a[i] = modulo(a[i], b[i]);
    return a;
}

//: lesser needs Vec
template <int N, typename T>
__device__ Vec<N, T> lesser(Vec<N, T> a, const Vec<N, T>& b)
{
    for (int i = 0; i < N; ++i) a[i] = b[i] < a[i] ? b[i] : a[i];
    return a;
}

//: greater needs Vec
template <int N, typename T>
__device__ Vec<N, T> greater(Vec<N, T> a, const Vec<N, T>& b)
{
    for (int i = 0; i < N; ++i) a[i] = b[i] > a[i] ? b[i] : a[i];
    return a;
}

//: where_less needs Vec
template <int N, typename T>
__device__ Vec<N, T> where_less(const Vec<N, T>& a, const Vec<N, T>& b, Vec<N, T> g)
{
    for (int i = 0; i < N; ++i) g[i] = a[i] < b[i] ? g[i] : T(0);
    return g;
}

//: where_not_less needs Vec
template <int N, typename T>
__device__ Vec<N, T> where_not_less(const Vec<N, T>& a, const Vec<N, T>& b, Vec<N, T> g)
{
    for (int i = 0; i < N; ++i) g[i] = a[i] < b[i] ? T(0) : g[i];
    return g;
}

//: argmin needs Vec
template <int N, typename T>
__device__ unsigned int argmin(const Vec<N, T>& v)
{
    unsigned int best = 0;
    for (int i = 1; i < N; ++i) {
        if (v[i] < v[best]) best = i;
    }
    return best;
}

//: argmax needs Vec
template <int N, typename T>
__device__ unsigned int argmax(const Vec<N, T>& v)
{
    unsigned int best = 0;
    for (int i = 1; i < N; ++i) {
        if (v[i] > v[best]) best = i;
    }
    return best;
}

//: magnitude needs Vec
template <int N, typename T>
__device__ Vec<N, T> magnitude(Vec<N, T> v)
{
    for (int i = 0; i < N; ++i) v[i] = v[i] < T(0) ? -v[i] : v[i];
    return v;
}

//: signs needs Vec
template <int N, typename T>
__device__ Vec<N, T> signs(Vec<N, T> v)
{
    for (int i = 0; i < N; ++i) v[i] = v[i] < T(0) ? T(-1) : T(1);
    return v;
}
