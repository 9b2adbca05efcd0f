extern "C" __global__ void k(const float* x, float* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = ((const float4*)x)[i];
    ((float2*)y)[i] = make_float2(v.x + v.y, v.z * v.w);
}
