//: check
static void check(cudaError_t status, const char* action)
{
    if (status != cudaSuccess) {
        std::fprintf(stderr, "%s: %s\n", action, cudaGetErrorString(status));
        std::exit(2);
    }
}

//: uniform
// A number in [0, 1) that depends on a seed and a position and on nothing else.
static double uniform(unsigned int seed, unsigned int position)
{
    unsigned int h = position * 0x9E3779B1u ^ seed * 0x85EBCA77u;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    h ^= h >> 15;
    return h / 4294967296.0;
}

//: filled
static std::vector<double> filled(size_t count, double value)
{
    return std::vector<double>(count, value);
}

//: uniform_values needs uniform
static std::vector<double> uniform_values(size_t count, double low, double high, unsigned int seed)
{
    std::vector<double> values(count);
    for (size_t k = 0; k < count; ++k) values[k] = low + uniform(seed, static_cast<unsigned int>(k)) * (high - low);
    return values;
}

//: integer_values needs uniform
static std::vector<double> integer_values(size_t count, double low, double high, unsigned int seed)
{
    std::vector<double> values(count);
    for (size_t k = 0; k < count; ++k) {
        values[k] = low + std::floor(uniform(seed, static_cast<unsigned int>(k)) * (high - low));
    }
    return values;
}

//: arange_values
static std::vector<double> arange_values(size_t count)
{
    std::vector<double> values(count);
    for (size_t k = 0; k < count; ++k) values[k] = static_cast<double>(k);
    return values;
}

//: permutation_values needs uniform, arange_values
static std::vector<double> permutation_values(size_t count, unsigned int seed)
{
    std::vector<double> values = arange_values(count);
    for (size_t k = count; k > 1; --k) {
        std::swap(values[k - 1], values[static_cast<size_t>(uniform(seed, static_cast<unsigned int>(k)) * k)]);
    }
    return values;
}

//: sorted_values needs uniform_values
static std::vector<double> sorted_values(size_t count, double low, double high, unsigned int seed)
{
    std::vector<double> values = uniform_values(count, low, high, seed);
    std::sort(values.begin(), values.end());
    return values;
}

//: unit_values needs uniform_values
// Unit vectors of `size` components each.
static std::vector<double> unit_values(size_t count, size_t size, unsigned int seed)
{
    std::vector<double> values = uniform_values(count, -1.0, 1.0, seed);
    for (size_t k = 0; k < count; k += size) {
        double squares = 0.0;
        for (size_t c = 0; c < size; ++c) squares += values[k + c] * values[k + c];
        for (size_t c = 0; c < size; ++c) values[k + c] /= std::sqrt(squares);
    }
    return values;
}

//: transform_values needs uniform_values
// Positions in [low, high) and unit quaternions, seven numbers each.
static std::vector<double> transform_values(size_t count, double low, double high, unsigned int seed)
{
    std::vector<double> values = uniform_values(count, -1.0, 1.0, seed);
    for (size_t k = 0; k < count; k += 7) {
        double squares = 0.0;
        for (size_t c = 0; c < 3; ++c) values[k + c] = low + (values[k + c] + 1.0) * 0.5 * (high - low);
        for (size_t c = 3; c < 7; ++c) squares += values[k + c] * values[k + c];
        for (size_t c = 3; c < 7; ++c) values[k + c] /= std::sqrt(squares);
    }
    return values;
}

//: spd_values needs uniform_values
// Symmetric positive definite matrices of `size` rows: A A^T + size I.
static std::vector<double> spd_values(size_t count, size_t size, unsigned int seed)
{
    const std::vector<double> a = uniform_values(count, -1.0, 1.0, seed);
    std::vector<double> values(count);
    for (size_t k = 0; k < count; k += size * size) {
        for (size_t i = 0; i < size; ++i) {
            for (size_t j = 0; j < size; ++j) {
                double total = i == j ? static_cast<double>(size) : 0.0;
                for (size_t c = 0; c < size; ++c) total += a[k + i * size + c] * a[k + j * size + c];
                values[k + i * size + j] = total;
            }
        }
    }
    return values;
}

//: rotation_values needs uniform
// Rotation matrices of 2 or 3 rows; 3 rows: two rotations, about z and then about x.
static std::vector<double> rotation_values(size_t count, size_t size, unsigned int seed)
{
    std::vector<double> values(count);
    for (size_t k = 0; k < count; k += size * size) {
        const double a = 6.28 * uniform(seed, static_cast<unsigned int>(k));
        const double b = 6.28 * uniform(seed, static_cast<unsigned int>(k + 1));
        const double ca = std::cos(a), sa = std::sin(a), cb = std::cos(b), sb = std::sin(b);
        const double three[] = {ca, -sa, 0.0, cb * sa, cb * ca, -sb, sb * sa, sb * ca, cb};
        const double two[] = {ca, -sa, sa, ca};
        for (size_t c = 0; c < size * size; ++c) values[k + c] = size == 2 ? two[c] : three[c];
    }
    return values;
}

//: to_device needs check
template <typename T>
T* to_device(const std::vector<double>& values)
{
    std::unique_ptr<T[]> converted(new T[values.size()]);
    for (size_t k = 0; k < values.size(); ++k) converted[k] = static_cast<T>(values[k]);
    void* pointer = nullptr;
    check(cudaMalloc(&pointer, values.size() * sizeof(T)), "cudaMalloc");
    check(cudaMemcpy(pointer, converted.get(), values.size() * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
    return static_cast<T*>(pointer);
}

//: from_device needs check
template <typename T>
std::vector<double> from_device(const T* pointer, size_t count)
{
    std::unique_ptr<T[]> found(new T[count]);
    check(cudaMemcpy(found.get(), pointer, count * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
    std::vector<double> values(count);
    for (size_t k = 0; k < count; ++k) values[k] = static_cast<double>(found[k]);
    return values;
}

//: set_member
// Fills one member of every record; it has sizeof(M) / sizeof(Scalar) components.
template <typename Scalar, typename T, typename M>
void set_member(std::vector<T>& records, M T::*member, const std::vector<double>& values)
{
    const size_t size = sizeof(M) / sizeof(Scalar);
    for (size_t k = 0; k < values.size(); ++k) {
        reinterpret_cast<Scalar*>(&(records[k / size].*member))[k % size] = static_cast<Scalar>(values[k]);
    }
}

//: member_values
template <typename Scalar, typename T, typename M>
std::vector<double> member_values(const std::vector<T>& records, M T::*member)
{
    const size_t size = sizeof(M) / sizeof(Scalar);
    std::vector<double> values(records.size() * size);
    for (size_t k = 0; k < values.size(); ++k) {
        values[k] = static_cast<double>(reinterpret_cast<const Scalar*>(&(records[k / size].*member))[k % size]);
    }
    return values;
}

//: records_to_device needs check
template <typename T>
T* records_to_device(const std::vector<T>& records)
{
    void* pointer = nullptr;
    check(cudaMalloc(&pointer, records.size() * sizeof(T)), "cudaMalloc");
    check(cudaMemcpy(pointer, records.data(), records.size() * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
    return static_cast<T*>(pointer);
}

//: records_from_device needs check
template <typename T>
std::vector<T> records_from_device(const T* pointer, size_t count)
{
    std::vector<T> records(count);
    check(cudaMemcpy(records.data(), pointer, count * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
    return records;
}

//: largest_error
// Compares every `stride`-th value, and the sum of all, relative to the expected value or the mean magnitude.
static double largest_error(const char* name, const std::vector<double>& found, size_t stride,
                            const std::vector<double>& expected, double sum, double magnitude)
{
    const double mean = magnitude / static_cast<double>(found.size());
    double largest = 0.0, total = 0.0;
    for (double value : found) total += value;
    for (size_t k = 0; k < expected.size(); ++k) {
        const double value = found[k * stride], wanted = expected[k];
        if (value == wanted || (std::isnan(value) && std::isnan(wanted))) continue;
        const double error = std::fabs(value - wanted) / std::max(std::fabs(wanted), mean);
        largest = error > largest || std::isnan(error) ? error : largest;
    }
    const double off = std::fabs(total - sum) / magnitude;
    if (total != sum && !std::isnan(sum) && !(off <= largest)) largest = off;
    std::printf("%-24s largest error %.3g\n", name, largest);
    return std::isnan(largest) ? HUGE_VAL : largest;
}
