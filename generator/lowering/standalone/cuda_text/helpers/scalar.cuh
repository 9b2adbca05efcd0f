//: floor_divide
template <typename T>
__device__ T floor_divide(T a, T b)
{
    const T quotient = a / b;
    const T remainder = a % b;
    return remainder != T(0) && (remainder < T(0)) != (b < T(0)) ? quotient - T(1) : quotient;
}

//: modulo
__device__ inline float modulo(float a, float b) { return fmodf(a, b); }
__device__ inline double modulo(double a, double b) { return fmod(a, b); }
__device__ inline int modulo(int a, int b) { return a % b; }

//: half_math
__device__ inline __half sqrt(__half x) { return __half(sqrtf(float(x))); }
__device__ inline __half sin(__half x) { return __half(sinf(float(x))); }
__device__ inline __half cos(__half x) { return __half(cosf(float(x))); }

//: smoothstep_adjoint
template <typename T>
__device__ T smoothstep_adjoint(T edge0, T edge1, T x, int which)
{
    const T width = edge0 - edge1, left = edge0 - x, right = edge1 - x;
    if (right / width >= T(0) || left / width <= T(0)) return T(0);
    const T cube = width * width * width;
    if (which == 0) return T(6) * left * right * right / (cube * width);
    if (which == 1) return -T(6) * left * left * right / (cube * width);
    return T(6) * left * right / cube;
}

//: range_length
__device__ inline int range_length(int start, int stop, int step)
{
    if (step > 0) return start < stop ? (stop - start - 1) / step + 1 : 0;
    return start > stop ? (start - stop - 1) / -step + 1 : 0;
}

//: inverse_square_sum
template <typename T>
__device__ T inverse_square_sum(T y, T x)
{
    const T squares = x * x + y * y;
    return squares > T(0) ? T(1) / squares : T(0);
}

//: smoothstep
template <typename T>
__device__ T smoothstep(T edge0, T edge1, T x)
{
    T s = (x - edge0) / (edge1 - edge0);
    s = s < T(0) ? T(0) : s > T(1) ? T(1) : s;
    return s * s * (T(3) - T(2) * s);
}

//: count_bits
template <typename T>
__device__ int count_bits(T x)
{
    // Without its sign the number keeps its width when it widens.
    if constexpr (sizeof(T) == 8) return __popcll(static_cast<unsigned long long>(x));
    if constexpr (sizeof(T) == 4) return __popc(static_cast<unsigned int>(x));
    if constexpr (sizeof(T) == 2) return __popc(static_cast<unsigned short>(x));
    return __popc(static_cast<unsigned char>(x));
}

//: lower_bound
template <typename T>
__device__ int lower_bound(const T* values, int first, int end, T wanted)
{
    int last = end - 1;
    while (first < last) {
        const int middle = first + (last - first) / 2;
        if (values[middle] < wanted) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    return first;
}
