__device__ __noinline__ float f(float a, float b) { return a * b + 1.0f; }

extern "C" __global__ void k(const float* x, float* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = f(f(x[i], 2.0f), 3.0f);
}
