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
