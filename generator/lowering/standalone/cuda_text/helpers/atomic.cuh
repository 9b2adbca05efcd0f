//: atomic_add
template <typename T>
__device__ T atomic_add(T* address, T value)
{
    return atomicAdd(address, value);
}

__device__ inline long long atomic_add(long long* address, long long value)
{
    return static_cast<long long>(
        atomicAdd(reinterpret_cast<unsigned long long*>(address), static_cast<unsigned long long>(value)));
}

//: atomic_add Vec needs atomic_add, Vec
template <int N, typename T>
__device__ Vec<N, T> atomic_add(Vec<N, T>* address, const Vec<N, T>& value)
{
    Vec<N, T> old;
    for (int i = 0; i < N; ++i) old[i] = atomic_add(&address->c[i], value[i]);
    return old;
}

//: atomic_add Mat needs atomic_add, Mat
template <int R, int C, typename T>
__device__ Mat<R, C, T> atomic_add(Mat<R, C, T>* address, const Mat<R, C, T>& value)
{
    Mat<R, C, T> old;
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) old[i][j] = atomic_add(&address->m[i][j], value[i][j]);
    return old;
}

//: atomic_add Quat needs atomic_add, Quat
template <typename T>
__device__ Quat<T> atomic_add(Quat<T>* address, const Quat<T>& value)
{
    return Quat<T>{
        atomic_add(&address->x, value.x), atomic_add(&address->y, value.y), atomic_add(&address->z, value.z),
        atomic_add(&address->w, value.w)};
}

//: atomic_add Transform needs atomic_add Vec, atomic_add Quat, Transform
template <typename T>
__device__ Transform<T> atomic_add(Transform<T>* address, const Transform<T>& value)
{
    return Transform<T>{atomic_add(&address->p, value.p), atomic_add(&address->q, value.q)};
}

//: atomic_min
__device__ inline int atomic_min(int* address, int value) { return atomicMin(address, value); }
__device__ inline unsigned int atomic_min(unsigned int* address, unsigned int value) { return atomicMin(address, value); }
__device__ inline long long atomic_min(long long* address, long long value) { return atomicMin(address, value); }
__device__ inline unsigned long long atomic_min(unsigned long long* address, unsigned long long value)
{
    return atomicMin(address, value);
}

__device__ inline float atomic_min(float* address, float value)
{
    int* bits = reinterpret_cast<int*>(address);
    int seen = *bits;
    while (value < __int_as_float(seen)) {
        const int assumed = seen;
        seen = atomicCAS(bits, assumed, __float_as_int(value));
        if (seen == assumed) break;
    }
    return __int_as_float(seen);
}

__device__ inline double atomic_min(double* address, double value)
{
    unsigned long long* bits = reinterpret_cast<unsigned long long*>(address);
    unsigned long long seen = *bits;
    while (value < __longlong_as_double(static_cast<long long>(seen))) {
        const unsigned long long assumed = seen;
        seen = atomicCAS(bits, assumed, static_cast<unsigned long long>(__double_as_longlong(value)));
        if (seen == assumed) break;
    }
    return __longlong_as_double(static_cast<long long>(seen));
}

//: atomic_max
__device__ inline int atomic_max(int* address, int value) { return atomicMax(address, value); }
__device__ inline unsigned int atomic_max(unsigned int* address, unsigned int value) { return atomicMax(address, value); }
__device__ inline long long atomic_max(long long* address, long long value) { return atomicMax(address, value); }
__device__ inline unsigned long long atomic_max(unsigned long long* address, unsigned long long value)
{
    return atomicMax(address, value);
}

__device__ inline float atomic_max(float* address, float value)
{
    int* bits = reinterpret_cast<int*>(address);
    int seen = *bits;
    while (value > __int_as_float(seen)) {
        const int assumed = seen;
        seen = atomicCAS(bits, assumed, __float_as_int(value));
        if (seen == assumed) break;
    }
    return __int_as_float(seen);
}

__device__ inline double atomic_max(double* address, double value)
{
    unsigned long long* bits = reinterpret_cast<unsigned long long*>(address);
    unsigned long long seen = *bits;
    while (value > __longlong_as_double(static_cast<long long>(seen))) {
        const unsigned long long assumed = seen;
        seen = atomicCAS(bits, assumed, static_cast<unsigned long long>(__double_as_longlong(value)));
        if (seen == assumed) break;
    }
    return __longlong_as_double(static_cast<long long>(seen));
}

//: atomic_min Vec needs atomic_min, Vec
template <int N, typename T>
__device__ Vec<N, T> atomic_min(Vec<N, T>* address, const Vec<N, T>& value)
{
    Vec<N, T> old;
    for (int i = 0; i < N; ++i) old[i] = atomic_min(&address->c[i], value[i]);
    return old;
}

//: atomic_max Vec needs atomic_max, Vec
template <int N, typename T>
__device__ Vec<N, T> atomic_max(Vec<N, T>* address, const Vec<N, T>& value)
{
    Vec<N, T> old;
    for (int i = 0; i < N; ++i) old[i] = atomic_max(&address->c[i], value[i]);
    return old;
}
