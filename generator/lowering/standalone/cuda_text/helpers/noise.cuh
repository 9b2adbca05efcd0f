//: lattice_direction needs randf_range, normalize
// The random direction that belongs to a point of the lattice: a unit vector, or a number in [-1, 1) in one dimension.
template <int N>
__device__ Vec<N, float> lattice_direction(unsigned int state, const Vec<N, int>& point)
{
    const unsigned int primes[] = {73856093u, 19349663u, 53471161u, 10000019u};
    unsigned int mixed = static_cast<unsigned int>(point[N - 1]) * primes[N - 1] + state;
    for (int k = N - 2; k >= 0; --k) mixed ^= static_cast<unsigned int>(point[k]) * primes[k];
    if constexpr (N == 1) {
        return Vec<N, float>{randf_range(mixed, -1.0f, 1.0f)};
    } else {
        Vec<N, float> direction;
        for (int k = 0; k < N; ++k) direction[k] = randf(mixed) - 0.5f;
        return normalize(direction);
    }
}

//: PerlinCell needs Vec, lattice_direction
// The cell of the lattice around a position: at each corner a direction, and its product with the way from there.
// Bit k of a corner's number says on which side it lies along axis k. A period of 0 does not repeat.
template <int N>
struct PerlinCell {
    Vec<N, float> inside;
    float value[1 << N];
    Vec<N, float> slope[1 << N];

    __device__ PerlinCell(unsigned int state, const Vec<N, float>& position, const Vec<N, int>& period)
    {
        for (int k = 0; k < N; ++k) inside[k] = position[k] - floorf(position[k]);
        for (int corner = 0; corner < 1 << N; ++corner) {
            Vec<N, int> point;
            for (int k = 0; k < N; ++k) {
                point[k] = static_cast<int>(floorf(position[k]));
                if (period[k]) point[k] %= period[k];
                point[k] += corner >> k & 1;
                if (period[k]) point[k] %= period[k];
            }
            slope[corner] = lattice_direction(state, point);
            value[corner] = 0.0f;
            for (int k = 0; k < N; ++k) value[corner] += (inside[k] - static_cast<float>(corner >> k & 1)) * slope[corner][k];
        }
    }
};

//: smoother needs Vec
// 6 t^5 - 15 t^4 + 10 t^3, and its first and second derivative.
__device__ inline Vec<3, float> smoother(float t)
{
    return Vec<3, float>{t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f), 30.0f * t * t * (t * (t - 2.0f) + 1.0f),
                         60.0f * t * (t * (t * 2.0f - 3.0f) + 1.0f)};
}

//: perlin_value needs PerlinCell, smoother
template <int N>
__device__ float perlin_value(unsigned int state, const Vec<N, float>& position, const Vec<N, int>& period)
{
    PerlinCell<N> cell(state, position, period);
    for (int k = 0; k < N; ++k) {
        const float weight = smoother(cell.inside[k])[0];
        for (int j = 0; j < 1 << (N - 1 - k); ++j) {
            const float near = cell.value[2 * j];
            cell.value[j] = (cell.value[2 * j + 1] - near) * weight + near;
        }
    }
    return cell.value[0];
}

//: perlin_slope needs PerlinCell, smoother
// The derivative of the value by the position.
template <int N>
__device__ Vec<N, float> perlin_slope(unsigned int state, const Vec<N, float>& position, const Vec<N, int>& period)
{
    PerlinCell<N> cell(state, position, period);
    for (int k = 0; k < N; ++k) {
        const Vec<3, float> weight = smoother(cell.inside[k]);
        for (int j = 0; j < 1 << (N - 1 - k); ++j) {
            const float near = cell.value[2 * j], rise = cell.value[2 * j + 1] - near;
            const Vec<N, float> near_slope = cell.slope[2 * j], far_slope = cell.slope[2 * j + 1];
            for (int i = 0; i < N; ++i) {
                const float turn = (far_slope[i] - near_slope[i]) * weight[0];
                cell.slope[j][i] = (i == k ? turn + rise * weight[1] : turn) + near_slope[i];
            }
            cell.value[j] = rise * weight[0] + near;
        }
    }
    return cell.slope[0];
}

//: perlin_bend needs PerlinCell, smoother
// The change of the slope along a direction: the matrix of second derivatives times the direction.
template <int N>
__device__ Vec<N, float> perlin_bend(unsigned int state, const Vec<N, float>& position, const Vec<N, float>& direction)
{
    PerlinCell<N> cell(state, position, Vec<N, int>{});
    Vec<N, float> bend[1 << N] = {};
    for (int k = 0; k < N; ++k) {
        const Vec<3, float> weight = smoother(cell.inside[k]);
        for (int j = 0; j < 1 << (N - 1 - k); ++j) {
            const float near = cell.value[2 * j], rise = cell.value[2 * j + 1] - near;
            const Vec<N, float> near_slope = cell.slope[2 * j], near_bend = bend[2 * j];
            float turn_along = 0.0f;
            for (int i = 0; i < N; ++i) {
                const float turn = cell.slope[2 * j + 1][i] - near_slope[i];
                turn_along += turn * direction[i];
                bend[j][i] = (bend[2 * j + 1][i] - near_bend[i]) * weight[0] + near_bend[i] + turn * weight[1] * direction[k];
                cell.slope[j][i] = turn * weight[0] + near_slope[i];
            }
            bend[j][k] += turn_along * weight[1] + rise * weight[2] * direction[k];
            cell.slope[j][k] += rise * weight[1];
            cell.value[j] = rise * weight[0] + near;
        }
    }
    return bend[0];
}

//: perlin_noise needs perlin_value
template <int N>
__device__ float perlin_noise(unsigned int state, const Vec<N, float>& position)
{
    return perlin_value(state, position, Vec<N, int>{});
}
__device__ inline float perlin_noise(unsigned int state, float x)
{
    return perlin_value(state, Vec<1, float>{x}, Vec<1, int>{});
}

//: perlin_noise_slope needs perlin_slope
template <int N>
__device__ Vec<N, float> perlin_noise_slope(unsigned int state, const Vec<N, float>& position)
{
    return perlin_slope(state, position, Vec<N, int>{});
}
__device__ inline float perlin_noise_slope(unsigned int state, float x)
{
    return perlin_slope(state, Vec<1, float>{x}, Vec<1, int>{})[0];
}

//: periodic_noise needs perlin_value
template <int N, typename... Periods>
__device__ float periodic_noise(unsigned int state, const Vec<N, float>& position, Periods... periods)
{
    return perlin_value(state, position, Vec<N, int>{periods...});
}
__device__ inline float periodic_noise(unsigned int state, float x, int period)
{
    return perlin_value(state, Vec<1, float>{x}, Vec<1, int>{period});
}

//: periodic_noise_slope needs perlin_slope
template <int N, typename... Periods>
__device__ Vec<N, float> periodic_noise_slope(unsigned int state, const Vec<N, float>& position, Periods... periods)
{
    return perlin_slope(state, position, Vec<N, int>{periods...});
}
__device__ inline float periodic_noise_slope(unsigned int state, float x, int period)
{
    return perlin_slope(state, Vec<1, float>{x}, Vec<1, int>{period})[0];
}

//: curl_noise needs perlin_slope, rand_init_offset, Vec * scalar, Vec +=
// A field without divergence: the curl of one noise in the plane, of three in space. Octaves add detail.
__device__ inline Vec<2, float> curl_noise(unsigned int state, const Vec<2, float>& position, unsigned int octaves,
                                           float lacunarity, float gain)
{
    Vec<2, float> slope{};
    float frequency = 1.0f, amplitude = 1.0f;
    for (unsigned int octave = 0; octave < octaves; ++octave) {
        slope += perlin_slope(state, position * frequency, Vec<2, int>{}) * amplitude;
        amplitude *= gain;
        frequency *= lacunarity;
    }
    return Vec<2, float>{-slope[1], slope[0]};
}
template <int N>
__device__ Vec<3, float> curl_noise(unsigned int state, const Vec<N, float>& position, unsigned int octaves,
                                    float lacunarity, float gain)
{
    Vec<N, float> a{}, b{}, c{};
    float frequency = 1.0f, amplitude = 1.0f;
    for (unsigned int octave = 0; octave < octaves; ++octave) {
        const Vec<N, float> at = position * frequency;
        a += perlin_slope(state, at, Vec<N, int>{}) * amplitude;
        state = rand_init_offset(static_cast<int>(state), 10019689);
        b += perlin_slope(state, at, Vec<N, int>{}) * amplitude;
        state = rand_init_offset(static_cast<int>(state), 13112221);
        c += perlin_slope(state, at, Vec<N, int>{}) * amplitude;
        amplitude *= gain;
        frequency *= lacunarity;
    }
    return Vec<3, float>{c[1] - b[2], a[2] - c[0], b[0] - a[1]};
}

//: curl_noise_adjoint needs perlin_bend, rand_init_offset, Vec * scalar, Vec +=
__device__ inline Vec<2, float> curl_noise_adjoint(unsigned int state, const Vec<2, float>& position,
                                                   unsigned int octaves, float lacunarity, float gain,
                                                   const Vec<2, float>& g)
{
    Vec<2, float> total{};
    float frequency = 1.0f, amplitude = 1.0f;
    for (unsigned int octave = 0; octave < octaves; ++octave) {
        total += perlin_bend(state, position * frequency, Vec<2, float>{g[1], -g[0]}) * (amplitude * frequency);
        amplitude *= gain;
        frequency *= lacunarity;
    }
    return total;
}
template <int N>
__device__ Vec<N, float> curl_noise_adjoint(unsigned int state, const Vec<N, float>& position, unsigned int octaves,
                                            float lacunarity, float gain, const Vec<3, float>& g)
{
    Vec<N, float> total{};
    float frequency = 1.0f, amplitude = 1.0f;
    for (unsigned int octave = 0; octave < octaves; ++octave) {
        const Vec<N, float> at = position * frequency;
        const float scale = amplitude * frequency;
        total += perlin_bend(state, at, Vec<N, float>{0.0f, -g[2], g[1]}) * scale;
        state = rand_init_offset(static_cast<int>(state), 10019689);
        total += perlin_bend(state, at, Vec<N, float>{g[2], 0.0f, -g[0]}) * scale;
        state = rand_init_offset(static_cast<int>(state), 13112221);
        total += perlin_bend(state, at, Vec<N, float>{-g[1], g[0], 0.0f}) * scale;
        amplitude *= gain;
        frequency *= lacunarity;
    }
    return total;
}
