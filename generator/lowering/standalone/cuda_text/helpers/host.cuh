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

//: near_values needs uniform
// A tenth of the draw of `seed` and nine tenths of that of `near`.
static std::vector<double> near_values(size_t count, double low, double high, unsigned int near, unsigned int seed)
{
    std::vector<double> values(count);
    for (size_t k = 0; k < count; ++k) {
        const unsigned int position = static_cast<unsigned int>(k);
        values[k] = low + (0.9 * uniform(near, position) + 0.1 * uniform(seed, position)) * (high - low);
    }
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

//: optional_values needs uniform
// Whole numbers below `high`, and -1 at a fifth of the places.
static std::vector<double> optional_values(size_t count, double high, unsigned int seed)
{
    std::vector<double> values(count);
    for (size_t k = 0; k < count; ++k) {
        const double share = uniform(seed, static_cast<unsigned int>(k)) * 1.25 - 0.25;
        values[k] = std::fmax(std::floor(share * high), -1.0);
    }
    return values;
}

//: related_values needs uniform
// Whole numbers below `high` that differ among the `members` of a record; some are -1 if `optional`. Of fewer than `high`
// it is those that follow its own. Members stand side by side where `member` is 0; else the array has those of one member.
static std::vector<double> related_values(
    size_t count, double high, double many, size_t members, size_t member, bool optional, unsigned int seed)
{
    std::vector<double> values(count);
    const double parts = static_cast<double>(members);
    for (size_t k = 0; k < count; ++k) {
        const unsigned int record = static_cast<unsigned int>(member ? k : k / members);
        const double place = static_cast<double>(member ? member - 1 : k % members);
        const double first = std::floor(place * many / parts), end = std::floor((place + 1.0) * many / parts);
        double share = uniform(seed, static_cast<unsigned int>(k));
        if (optional)
            share = share * 1.25 - 0.25;
        const double after = std::fmod(static_cast<double>(record), high) + high - many;
        const double moved = many < high ? after : std::floor(uniform(0u, record) * high);
        values[k] = share < 0.0 ? -1.0 : std::fmod(first + std::floor(share * (end - first)) + moved, high);
    }
    return values;
}

//: spaced_values needs uniform
// Where lists of `members` on average begin: ascending, at most that far before so many whole lists.
static std::vector<double> spaced_values(size_t count, size_t length, size_t members, unsigned int seed)
{
    std::vector<double> values(count);
    for (size_t k = 0; k < count; ++k) {
        const double before = std::floor(uniform(seed, static_cast<unsigned int>(k)) * (static_cast<double>(members) + 1.0));
        values[k] = std::fmax(static_cast<double>(k % length * members) - before, 0.0);
    }
    return values;
}

//: earlier_values needs uniform
// Whole numbers below their place among `length`, and -1 at a fifth of the places and at the first.
static std::vector<double> earlier_values(size_t count, size_t length, double high, unsigned int seed)
{
    std::vector<double> values(count);
    for (size_t k = 0; k < count; ++k) {
        const double share = uniform(seed, static_cast<unsigned int>(k)) * 1.25 - 0.25;
        const double place = std::fmin(static_cast<double>(k % length), high);
        values[k] = share < 0.0 || place < 1.0 ? -1.0 : std::floor(share * place);
    }
    return values;
}

//: sparse_values needs uniform
// Whole numbers below `high`, and 0 at half of the places.
static std::vector<double> sparse_values(size_t count, double high, unsigned int seed)
{
    std::vector<double> values(count);
    for (size_t k = 0; k < count; ++k) {
        const double share = uniform(seed, static_cast<unsigned int>(k)) * 2.0 - 1.0;
        values[k] = std::fmax(std::floor(share * high), 0.0);
    }
    return values;
}

//: zero_or_values
// Zero where a share lies in the first fifth; else in [low, high).
static std::vector<double> zero_or_values(std::vector<double> shares, double low, double high)
{
    for (double& share : shares) share = share < 0.2 ? 0.0 : low + (share - 0.2) * 1.25 * (high - low);
    return shares;
}

//: arange_values
static std::vector<double> arange_values(size_t count)
{
    std::vector<double> values(count);
    for (size_t k = 0; k < count; ++k) values[k] = static_cast<double>(k);
    return values;
}

//: permutation_values needs uniform_values
// Along the last axis, of `length` elements with `size` numbers each, each place once.
static std::vector<double> permutation_values(size_t count, size_t length, size_t size, unsigned int seed)
{
    const std::vector<double> keys = uniform_values(count, 0.0, 1.0, seed);
    std::vector<double> values(count);
    std::vector<size_t> order(length);
    for (size_t line = 0; line < count / length; ++line) {
        const size_t first = line / size * length * size + line % size;
        for (size_t k = 0; k < length; ++k) order[k] = k;
        std::stable_sort(order.begin(), order.end(),
                         [&](size_t a, size_t b) { return keys[first + a * size] < keys[first + b * size]; });
        for (size_t k = 0; k < length; ++k) values[first + k * size] = static_cast<double>(order[k]);
    }
    return values;
}

//: dealt_values needs permutation_values
// Each of the whole numbers in [low, high) as often as any other, but for one, in any order.
static std::vector<double> dealt_values(size_t count, double low, double high, unsigned int seed)
{
    std::vector<double> values = permutation_values(count, count, 1, seed);
    for (double& value : values) value = low + std::fmod(value, high - low);
    return values;
}

//: sorted_values
// Ascending along the last axis, of `length` elements with `size` numbers each.
static std::vector<double> sorted_values(std::vector<double> values, size_t length, size_t size)
{
    std::vector<double> line_values(length);
    for (size_t line = 0; line < values.size() / length; ++line) {
        const size_t first = line / size * length * size + line % size;
        for (size_t k = 0; k < length; ++k) line_values[k] = values[first + k * size];
        std::sort(line_values.begin(), line_values.end());
        for (size_t k = 0; k < length; ++k) values[first + k * size] = line_values[k];
    }
    return values;
}

//: ending_in
// The last of each `length` elements, with `size` numbers each, set to `end`.
static std::vector<double> ending_in(std::vector<double> values, size_t length, size_t size, double end)
{
    for (size_t k = 0; k < values.size(); ++k)
        if (k / size % length == length - 1) values[k] = end;
    return values;
}

//: unit_values
// Unit vectors of `size` components each; of one component 1 or -1.
static std::vector<double> unit_values(std::vector<double> values, size_t size)
{
    for (size_t k = 0; k < values.size(); k += size) {
        double squares = 0.0;
        for (size_t c = 0; c < size; ++c) squares += values[k + c] * values[k + c];
        for (size_t c = 0; c < size; ++c) values[k + c] /= std::sqrt(squares);
        if (size == 1) values[k] = values[k] < 0.0 ? -1.0 : 1.0;
    }
    return values;
}

//: downward_values needs uniform
// Vectors of `size` components, the last in [low, high), the others within a tenth of low.
static std::vector<double> downward_values(size_t count, size_t size, double low, double high, unsigned int seed)
{
    std::vector<double> values(count);
    for (size_t k = 0; k < count; ++k) {
        const double drawn = uniform(seed, static_cast<unsigned int>(k));
        values[k] = k % size + 1 < size ? (drawn * 2.0 - 1.0) * (0.1 * std::fabs(low)) : low + drawn * (high - low);
    }
    return values;
}

//: dominant_values needs uniform
// Matrices of `size` numbers, of which each `step`-th is of the diagonal, in [low, high); others within a third of low.
static std::vector<double> dominant_values(size_t count, size_t size, size_t step, double low, double high,
                                           unsigned int seed)
{
    std::vector<double> values(count);
    for (size_t k = 0; k < count; ++k) {
        const double drawn = uniform(seed, static_cast<unsigned int>(k));
        values[k] = k % size % step == 0 ? low + drawn * (high - low) : (drawn * 2.0 - 1.0) * (low / 3.0);
    }
    return values;
}

//: transform_values
// Positions in [low, high) and unit quaternions, seven numbers each, from draws in [0, 1).
static std::vector<double> transform_values(std::vector<double> values, double low, double high)
{
    for (size_t k = 0; k < values.size(); k += 7) {
        double squares = 0.0;
        for (size_t c = 0; c < 7; ++c) {
            values[k + c] = c < 3 ? low + values[k + c] * (high - low) : -1.0 + values[k + c] * 2.0;
            if (c >= 3) squares += values[k + c] * values[k + c];
        }
        for (size_t c = 3; c < 7; ++c) values[k + c] /= std::sqrt(squares);
    }
    return values;
}

//: rotation_values needs uniform_values
// Rotation matrices of `rows` rows: a turn in each plane of two axes, one after the other.
static std::vector<double> rotation_values(size_t count, size_t rows, unsigned int seed)
{
    const std::vector<double> drawn = uniform_values(count, -1.0, 1.0, seed);
    std::vector<double> values(count);
    for (size_t k = 0; k < count; k += rows * rows) {
        for (size_t c = 0; c < rows; ++c) values[k + c * rows + c] = 1.0;
        size_t turn = k;
        for (size_t a = 0; a < rows; ++a) {
            for (size_t b = a + 1; b < rows; ++b, turn += 2) {
                const double x = drawn[turn], y = drawn[turn + 1], length = std::sqrt(x * x + y * y);
                const double cosine = x / length, sine = y / length;
                for (size_t c = 0; c < rows; ++c) {
                    const double first = values[k + a * rows + c], second = values[k + b * rows + c];
                    values[k + a * rows + c] = cosine * first - sine * second;
                    values[k + b * rows + c] = sine * first + cosine * second;
                }
            }
        }
    }
    return values;
}

//: spd_values needs uniform, rotation_values
// Symmetric matrices of `rows` rows with eigenvalues in [low, high), each in its own part of it.
static std::vector<double> spd_values(size_t count, size_t rows, double low, double high, unsigned int seed)
{
    const std::vector<double> frame = rotation_values(count, rows, seed);
    std::vector<double> values(count);
    for (size_t k = 0; k < count; k += rows * rows) {
        for (size_t c = 0; c < rows; ++c) {
            const size_t position = k + rows * (rows - 1) + c;
            const double place = static_cast<double>(c) + 0.75 * uniform(seed, static_cast<unsigned int>(position));
            const double eigenvalue = low + (high - low) * (place / static_cast<double>(rows));
            for (size_t i = 0; i < rows; ++i) {
                for (size_t j = 0; j < rows; ++j) {
                    values[k + i * rows + j] += eigenvalue * (frame[k + i * rows + c] * frame[k + j * rows + c]);
                }
            }
        }
    }
    return values;
}

//: previous_values
static std::vector<double> previous_values(std::vector<double> values)
{
    std::rotate(values.begin(), values.end() - 1, values.end());
    return values;
}

//: with_ties needs uniform
// At a quarter of the positions what the kernel compares such an element with, where that lies in [low, high].
static std::vector<double> with_ties(std::vector<double> values, double low, double high, unsigned int seed,
                                     const std::vector<std::vector<double>>& ties)
{
    const double choices = static_cast<double>(ties.size());
    for (size_t k = 0; k < values.size(); ++k) {
        const double choice = uniform(seed ^ 0x7F4A7C15u, static_cast<unsigned int>(k)) * 4.0 * choices;
        if (choice >= choices) continue;
        const std::vector<double>& tie = ties[static_cast<size_t>(choice)];
        const double value = tie[k % tie.size()];
        if (low <= value && value <= high) values[k] = value;
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
