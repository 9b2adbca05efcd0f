// Runs a CUDA program on the CPU: the CUDA words that stand-alone programs use, as a loop over threads.
//
//   sed -E 's/(\w+)<<<([^>]*)>>>\(/run_threads(\1, \2, /' kernel.cu > kernel.cpp
//   g++ -std=c++17 -I <folder of this file> kernel.cpp -o kernel
//
// Threads run one after the other, so atomics are plain operations. There is no shared memory and no __syncthreads().
#pragma once

#include <math.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define __global__
#define __device__
#define __host__
#define __restrict__ __restrict

struct dim3 {
    unsigned int x = 1, y = 1, z = 1;
    dim3() = default;
    dim3(unsigned int x_, unsigned int y_ = 1, unsigned int z_ = 1) : x(x_), y(y_), z(z_) {}
};

inline thread_local dim3 gridDim, blockDim, blockIdx, threadIdx;

template <typename Kernel, typename... Arguments>
void run_threads(Kernel kernel, dim3 grid, dim3 block, Arguments... arguments)
{
    gridDim = grid;
    blockDim = block;
    for (blockIdx.x = 0; blockIdx.x < grid.x; ++blockIdx.x)
        for (threadIdx.x = 0; threadIdx.x < block.x; ++threadIdx.x) kernel(arguments...);
}

using cudaError_t = int;
enum { cudaSuccess = 0, cudaErrorMemoryAllocation = 2 };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
inline const char* cudaGetErrorString(cudaError_t) { return "out of memory"; }
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }

// On both sides of an array stands what no kernel should read: a NaN as float16, float32 and float64, a large number as an
// integer. A read beyond an end then shows in the result, a write when the array is freed.
constexpr size_t guard_bytes = 4096;
constexpr unsigned char guard_pattern[2] = {0xF1, 0x7F};

inline cudaError_t cudaMalloc(void** pointer, size_t size)
{
    unsigned char* memory = static_cast<unsigned char*>(std::malloc(2 * guard_bytes + size));
    if (!memory) return cudaErrorMemoryAllocation;
    for (size_t k = 0; k < guard_bytes; ++k) {
        memory[k] = guard_pattern[k % 2];
        memory[guard_bytes + size + k] = guard_pattern[k % 2];
    }
    std::memcpy(memory, &size, sizeof(size));
    *pointer = memory + guard_bytes;
    return cudaSuccess;
}

inline cudaError_t cudaFree(void* pointer)
{
    if (!pointer) return cudaSuccess;
    unsigned char* memory = static_cast<unsigned char*>(pointer) - guard_bytes;
    size_t size = 0;
    std::memcpy(&size, memory, sizeof(size));
    for (size_t k = 0; k < guard_bytes; ++k) {
        const bool own = k < sizeof(size);
        if ((!own && memory[k] != guard_pattern[k % 2]) || memory[guard_bytes + size + k] != guard_pattern[k % 2]) {
            std::fprintf(stderr, "FAIL: the kernel wrote outside an array\n");
            std::exit(1);
        }
    }
    std::free(memory);
    return cudaSuccess;
}

inline cudaError_t cudaMemcpy(void* to, const void* from, size_t size, cudaMemcpyKind)
{
    std::memcpy(to, from, size);
    return cudaSuccess;
}

template <typename T>
T exchange(T* address, T value)
{
    const T old = *address;
    *address = value;
    return old;
}

template <typename T>
T atomicAdd(T* address, T value) { return exchange(address, T(*address + value)); }
template <typename T>
T atomicMin(T* address, T value) { return exchange(address, value < *address ? value : *address); }
template <typename T>
T atomicMax(T* address, T value) { return exchange(address, value > *address ? value : *address); }
template <typename T>
T atomicAnd(T* address, T value) { return exchange(address, T(*address & value)); }
template <typename T>
T atomicOr(T* address, T value) { return exchange(address, T(*address | value)); }
template <typename T>
T atomicXor(T* address, T value) { return exchange(address, T(*address ^ value)); }
template <typename T>
T atomicExch(T* address, T value) { return exchange(address, value); }
template <typename T>
T atomicCAS(T* address, T compare, T value) { return exchange(address, *address == compare ? value : *address); }

template <typename To, typename From>
To same_bits(From from)
{
    static_assert(sizeof(To) == sizeof(From), "a reinterpretation keeps the size");
    To to;
    std::memcpy(&to, &from, sizeof(to));
    return to;
}

inline int __float_as_int(float x) { return same_bits<int>(x); }
inline float __int_as_float(int x) { return same_bits<float>(x); }
inline long long __double_as_longlong(double x) { return same_bits<long long>(x); }
inline double __longlong_as_double(long long x) { return same_bits<double>(x); }
inline int __popc(unsigned int x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }

template <typename A, typename B>
auto min(A a, B b) { return b < a ? b : a; }
template <typename A, typename B>
auto max(A a, B b) { return b > a ? b : a; }

// Inverse error functions: a rational start, then Newton steps on erf itself.
inline double erfinv(double x)
{
    if (x <= -1.0 || x >= 1.0) return x == 1.0 ? HUGE_VAL : x == -1.0 ? -HUGE_VAL : std::nan("");
    const double l = std::log1p(-x * x), a = 2.0 / (M_PI * 0.147) + 0.5 * l;
    double y = std::copysign(std::sqrt(std::sqrt(a * a - l / 0.147) - a), x);
    for (int k = 0; k < 4; ++k) {
        const double error = x >= 0.0 ? (1.0 - x) - std::erfc(y) : std::erfc(-y) - (1.0 + x);
        y += error * -0.8862269254527580 * std::exp(y * y);
    }
    return y;
}
inline double erfcinv(double x)
{
    double y = erfinv(1.0 - x);
    for (int k = 0; k < 2 && std::isfinite(y); ++k) y += (std::erfc(y) - x) * 0.8862269254527580 * std::exp(y * y);
    return y;
}
inline float erfinvf(float x) { return static_cast<float>(erfinv(x)); }
inline float erfcinvf(float x) { return static_cast<float>(erfcinv(x)); }
