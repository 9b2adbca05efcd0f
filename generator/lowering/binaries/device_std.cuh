// What device code takes from namespace std; nvcc finds it in the host's C++ library, which is not here.
namespace std {
using ::abs, ::fabs, ::fmod, ::remainder, ::fma, ::fmax, ::fmin, ::exp, ::exp2, ::expm1, ::log, ::log2, ::log10, ::log1p;
using ::pow, ::sqrt, ::cbrt, ::hypot, ::sin, ::cos, ::tan, ::asin, ::acos, ::atan, ::atan2, ::sinh, ::cosh, ::tanh, ::erf;
using ::ceil, ::floor, ::trunc, ::round, ::rint, ::isfinite, ::isinf, ::isnan, ::signbit, ::copysign;

template <typename T> __host__ __device__ constexpr const T& min(const T& a, const T& b) { return b < a ? b : a; }
template <typename T> __host__ __device__ constexpr const T& max(const T& a, const T& b) { return a < b ? b : a; }
template <typename T> __host__ __device__ constexpr const T& clamp(const T& x, const T& low, const T& high) {
    return x < low ? low : high < x ? high : x;
}
template <typename T> __host__ __device__ constexpr T&& move(T& x) { return static_cast<T&&>(x); }
template <typename T> __host__ __device__ constexpr void swap(T& a, T& b) { T kept = a; a = b; b = kept; }

template <typename T> struct numeric_limits {
    static constexpr bool is_signed = T(-1) < T(0);
    static constexpr T most = is_signed ? T((1ull << (8 * sizeof(T) - 1)) - 1) : T(~0ull);
    __device__ static constexpr T max() { return most; }
    __device__ static constexpr T min() { return T(-most - is_signed); }
    __device__ static constexpr T lowest() { return min(); }
};
template <> struct numeric_limits<float> {
    __device__ static constexpr float max() { return 0x1.fffffep127f; }
    __device__ static constexpr float min() { return 0x1p-126f; }
    __device__ static constexpr float lowest() { return -max(); }
    __device__ static constexpr float epsilon() { return 0x1p-23f; }
    __device__ static float infinity() { return __int_as_float(0x7f800000); }
    __device__ static float quiet_NaN() { return __int_as_float(0x7fffffff); }
};
template <> struct numeric_limits<double> {
    __device__ static constexpr double max() { return 0x1.fffffffffffffp1023; }
    __device__ static constexpr double min() { return 0x1p-1022; }
    __device__ static constexpr double lowest() { return -max(); }
    __device__ static constexpr double epsilon() { return 0x1p-52; }
    __device__ static double infinity() { return __longlong_as_double(0x7ff0000000000000ll); }
    __device__ static double quiet_NaN() { return __longlong_as_double(0x7ff8000000000000ll); }
};
}
