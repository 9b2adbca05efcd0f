//: random_pcg
__device__ inline unsigned int random_pcg(unsigned int state)
{
    const unsigned int b = state * 747796405u + 2891336453u;
    const unsigned int c = ((b >> ((b >> 28) + 4)) ^ b) * 277803737u;
    return (c >> 22) ^ c;
}

//: rand_init needs random_pcg
__device__ inline unsigned int rand_init(int seed) { return random_pcg(static_cast<unsigned int>(seed)); }

//: rand_init_offset needs random_pcg
__device__ inline unsigned int rand_init_offset(int seed, int offset)
{
    return random_pcg(static_cast<unsigned int>(seed) + random_pcg(static_cast<unsigned int>(offset)));
}

//: randu needs random_pcg
__device__ inline unsigned int randu(unsigned int& state)
{
    state = random_pcg(state);
    return state;
}

//: randu_range needs randu
__device__ inline unsigned int randu_range(unsigned int& state, unsigned int low, unsigned int high)
{
    return randu(state) % (high - low) + low;
}

//: randi needs randu
__device__ inline int randi(unsigned int& state) { return static_cast<int>(randu(state)); }

//: randi_range needs randu
__device__ inline int randi_range(unsigned int& state, int low, int high)
{
    return static_cast<int>(randu(state) % static_cast<unsigned int>(high - low) + static_cast<unsigned int>(low));
}

//: randf needs randu
__device__ inline float randf(unsigned int& state) { return static_cast<float>(randu(state) >> 8) * (1.0f / 16777216.0f); }

//: randf_range needs randf
__device__ inline float randf_range(unsigned int& state, float low, float high) { return (high - low) * randf(state) + low; }

//: randn needs randf
__device__ inline float randn(unsigned int& state)
{
    const float radius = sqrtf(-2.0f * logf(randf(state) + 5.96e-8f));
    return radius * cosf(2.0f * 3.14159265358979323846f * randf(state));
}

//: sample_unit_ring needs randf_range, Vec
__device__ inline Vec<2, float> sample_unit_ring(unsigned int& state)
{
    const float theta = randf_range(state, 0.0f, 2.0f * 3.14159265358979323846f);
    return Vec<2, float>{cosf(theta), sinf(theta)};
}

//: sample_unit_disk needs randf_range, Vec
__device__ inline Vec<2, float> sample_unit_disk(unsigned int& state)
{
    const float r = sqrtf(randf(state));
    const float theta = randf_range(state, 0.0f, 2.0f * 3.14159265358979323846f);
    return Vec<2, float>{r * cosf(theta), r * sinf(theta)};
}

//: sample_triangle needs randf, Vec
__device__ inline Vec<2, float> sample_triangle(unsigned int& state)
{
    const float r = sqrtf(randf(state));
    return Vec<2, float>{1.0f - r, randf(state) * r};
}

//: sample_on_sphere needs randf_range, Vec
__device__ inline Vec<3, float> sample_on_sphere(unsigned int& state, float height, bool filled)
{
    const float phi = acosf(1.0f - height * randf(state));
    const float theta = randf_range(state, 0.0f, 2.0f * 3.14159265358979323846f);
    const float r = filled ? powf(randf(state), 1.0f / 3.0f) : 1.0f;
    return Vec<3, float>{r * cosf(theta) * sinf(phi), r * sinf(theta) * sinf(phi), r * cosf(phi)};
}

//: sample_unit_square needs randf, Vec
__device__ inline Vec<2, float> sample_unit_square(unsigned int& state)
{
    const float x = randf(state) - 0.5f;
    return Vec<2, float>{x, randf(state) - 0.5f};
}

//: sample_unit_cube needs randf, Vec
__device__ inline Vec<3, float> sample_unit_cube(unsigned int& state)
{
    const float x = randf(state) - 0.5f;
    const float y = randf(state) - 0.5f;
    return Vec<3, float>{x, y, randf(state) - 0.5f};
}

//: log_factorial
// log(k!) by Stirling's series of log-gamma, moved up to 7 by the recurrence.
__device__ inline float log_factorial(float k)
{
    const float series[] = {8.333333333333333e-02f, -2.777777777777778e-03f, 7.936507936507937e-04f,
                            -5.952380952380952e-04f, 8.417508417508418e-04f, -1.917526917526918e-03f,
                            6.410256410256410e-03f, -2.955065359477124e-02f, 1.796443723688307e-01f,
                            -1.39243221690590e+00f};
    const float x = k + 1.0f;
    if (x == 1.0f || x == 2.0f) return 0.0f;
    const int shift = x < 7.0f ? static_cast<int>(7.0f - x) : 0;
    float at = x + static_cast<float>(shift);
    const float inverse_square = (1.0f / at) * (1.0f / at);
    float total = series[9];
    for (int i = 8; i >= 0; --i) total = total * inverse_square + series[i];
    float result = total / at + 0.5f * 1.8378770664093453f + (at - 0.5f) * logf(at) - at;
    for (int i = 0; i < shift; ++i) {
        result -= logf(at - 1.0f);
        at -= 1.0f;
    }
    return result;
}

//: poisson needs randf, log_factorial
// Knuth's product of uniforms below a mean of 10, Hoermann's transformed rejection above.
__device__ inline unsigned int poisson(unsigned int& state, float mean)
{
    if (mean == 0.0f) return 0;
    if (mean < 10.0f) {
        const float limit = expf(-mean);
        unsigned int count = 0;
        for (float product = randf(state); product > limit; product *= randf(state)) ++count;
        return count;
    }
    const float root = sqrtf(mean), log_mean = logf(mean);
    const float b = 0.931f + 2.53f * root, a = -0.059f + 0.02483f * b;
    const float inverse_alpha = 1.1239f + 1.1328f / (b - 3.4f), bound = 0.9277f - 3.6224f / (b - 2.0f);
    while (true) {
        const float u = randf(state) - 0.5f;
        const float v = randf(state);
        const float s = 0.5f - fabsf(u);
        const float k = floorf((2.0f * a / s + b) * u + mean + 0.43f);
        if (s >= 0.07f && v <= bound) return static_cast<unsigned int>(k);
        if (k < 0.0f || (s < 0.013f && v > s)) continue;
        const float accepted = logf(v) + logf(inverse_alpha) - logf(a / (s * s) + b);
        if (accepted <= -mean + k * log_mean - log_factorial(k)) return static_cast<unsigned int>(k);
    }
}
