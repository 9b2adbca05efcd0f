"""Host code of a CUDA file goes, and the device code is what it was, line by line."""

import time

import pytest

from generator.lowering.binaries.host_code import device_part

KERNEL = "__global__ void k(int* x) { x[0] = 1; }"
DEVICE = [
    "__device__ __forceinline__ float twice(float x) { return 2 * x; }",
    "template <typename T = float> __global__ void __launch_bounds__(64) k(T* x) { }",
    "template __global__ void k<float>(float*);",
    "struct Box { float a; __host__ __device__ Box(float x) : a(x) {} };",
    "struct Pair { int a, b; };\n__constant__ Pair pairs[2] = {{1, (2)}, {3, 4}};",
    "constexpr int half_of(int x) { return x / 2; }",
    "const int N = (1 << 4);",
    "#define HD __host__ __device__\n#define INLINE HD inline\nINLINE float one() { return 1; }",
    "#define MAIN int main() { \\\n    return 0; }\nint n;",
    "#define KERNEL(T) __global__ \\\n    void k_##T(T* x) { }\nKERNEL(float);",
    "using T = cuda::std::array<int, 2>;",
    "namespace a { namespace { __device__ int f() { return 1; } } }",
    "typedef float (*Step)(float);",
]
HOST = {
    'int main(int n, char** a) {\n  k<<<1, 2>>>(0); // }\n  printf("}");\n}': ["main"],
    'extern "C" void launch(float* x) { k<<<1, 2>>>(x); }': ["launch"],
    "torch::Tensor run(torch::Tensor x);": [],
    "static inline int up(int a) {\n#ifdef A\n  return a;\n#endif\n}": ["up"],
    "template <typename T> void fill(std::vector<T>& x) { for (auto& y : x) { y = 0; } }": ["fill"],
    'PYBIND11_MODULE(NAME, m) { m.def("run", &run); }': ["PYBIND11_MODULE"],
    "class Timer { cudaEvent_t a; void start() { cudaEventCreate(&a); } };": [],
    "std::mutex lock;": [],
    "using namespace std;": [],
}


@pytest.mark.parametrize("text", DEVICE)
def test_device_code_stays(text: str) -> None:
    assert device_part(text) == (text, [])


@pytest.mark.parametrize("text", HOST)
def test_host_code_goes_and_lines_stay(text: str) -> None:
    for form in ("{}", "namespace a {{\n{}\n}}", 'extern "C" {{ {} }}'):
        before, _, after = form.format("|").partition("|")
        whole = f"#include <vector>\n{before}{text}{after}\n{KERNEL}\n"
        left, names = device_part(whole)
        assert names == HOST[text]
        assert left == f"#include <vector>\n{before}{chr(10) * text.count(chr(10))}{after}\n{KERNEL}\n"


def test_deep_scopes_take_no_longer_than_their_length_asks_for() -> None:
    text = "namespace a {" * 20_000 + KERNEL + "}" * 20_000 + ";{}" * 20_000
    begin = time.process_time()
    assert device_part(text) == (text, [])
    assert time.process_time() - begin < 2
