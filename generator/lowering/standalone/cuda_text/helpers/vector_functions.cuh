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
