//: Mat
template <int R, int C, typename T>
struct Mat {
    T m[R][C];
    __host__ __device__ T* operator[](int i) { return m[i]; }
    __host__ __device__ const T* operator[](int i) const { return m[i]; }
};

//: Mat + needs Mat
template <int R, int C, typename T>
__device__ Mat<R, C, T> operator+(Mat<R, C, T> a, const Mat<R, C, T>& b)
{
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) a[i][j] = a[i][j] + b[i][j];
    return a;
}

//: Mat - needs Mat
template <int R, int C, typename T>
__device__ Mat<R, C, T> operator-(Mat<R, C, T> a, const Mat<R, C, T>& b)
{
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) a[i][j] = a[i][j] - b[i][j];
    return a;
}

//: Mat neg needs Mat
template <int R, int C, typename T>
__device__ Mat<R, C, T> operator-(Mat<R, C, T> a)
{
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) a[i][j] = -a[i][j];
    return a;
}

//: Mat += needs Mat
template <int R, int C, typename T>
__device__ void operator+=(Mat<R, C, T>& a, const Mat<R, C, T>& b)
{
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) a[i][j] = a[i][j] + b[i][j];
}

//: Mat -= needs Mat
template <int R, int C, typename T>
__device__ void operator-=(Mat<R, C, T>& a, const Mat<R, C, T>& b)
{
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) a[i][j] = a[i][j] - b[i][j];
}

//: Mat * scalar needs Mat
template <int R, int C, typename T>
__device__ Mat<R, C, T> operator*(Mat<R, C, T> a, T s)
{
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) a[i][j] = a[i][j] * s;
    return a;
}

//: scalar * Mat needs Mat
template <int R, int C, typename T>
__device__ Mat<R, C, T> operator*(T s, Mat<R, C, T> a)
{
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) a[i][j] = s * a[i][j];
    return a;
}

//: Mat / scalar needs Mat
template <int R, int C, typename T>
__device__ Mat<R, C, T> operator/(Mat<R, C, T> a, T s)
{
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) a[i][j] = a[i][j] / s;
    return a;
}

//: scalar / Mat needs Mat
template <int R, int C, typename T>
__device__ Mat<R, C, T> operator/(T s, Mat<R, C, T> a)
{
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) a[i][j] = s / a[i][j];
    return a;
}

//: Mat == needs Mat
template <int R, int C, typename T>
__device__ bool operator==(const Mat<R, C, T>& a, const Mat<R, C, T>& b)
{
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j)
            if (a[i][j] != b[i][j]) return false;
    return true;
}

//: Mat * Vec needs Mat, Vec
template <int R, int C, typename T>
__device__ Vec<R, T> operator*(const Mat<R, C, T>& a, const Vec<C, T>& v)
{
    Vec<R, T> r;
    for (int i = 0; i < R; ++i) {
        T total = a[i][0] * v[0];
        for (int j = 1; j < C; ++j) total = total + a[i][j] * v[j];
        r[i] = total;
    }
    return r;
}

//: Vec * Mat needs Mat, Vec
template <int R, int C, typename T>
__device__ Vec<C, T> operator*(const Vec<R, T>& v, const Mat<R, C, T>& a)
{
    Vec<C, T> r;
    for (int j = 0; j < C; ++j) {
        T total = v[0] * a[0][j];
        for (int i = 1; i < R; ++i) total = total + v[i] * a[i][j];
        r[j] = total;
    }
    return r;
}

//: Mat * Mat needs Mat
template <int R, int K, int C, typename T>
__device__ Mat<R, C, T> operator*(const Mat<R, K, T>& a, const Mat<K, C, T>& b)
{
    Mat<R, C, T> r;
    for (int i = 0; i < R; ++i) {
        for (int j = 0; j < C; ++j) {
            T total = a[i][0] * b[0][j];
            for (int k = 1; k < K; ++k) total = total + a[i][k] * b[k][j];
            r[i][j] = total;
        }
    }
    return r;
}

//: fill_matrix needs Mat
template <int R, int C, typename T>
__device__ Mat<R, C, T> fill_matrix(T s)
{
    Mat<R, C, T> r;
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) r[i][j] = s;
    return r;
}

//: convert_matrix needs Mat
template <typename To, int R, int C, typename From>
__device__ Mat<R, C, To> convert_matrix(const Mat<R, C, From>& a)
{
    Mat<R, C, To> r;
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) r[i][j] = To(a[i][j]);
    return r;
}

//: sum_matrix needs Mat
template <int R, int C, typename T>
__device__ T sum_matrix(const Mat<R, C, T>& a)
{
    T total = T(0);
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) total = total + a[i][j];
    return total;
}
