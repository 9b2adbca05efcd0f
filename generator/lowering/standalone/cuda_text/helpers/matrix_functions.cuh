//: row needs Mat, Vec
template <int R, int C, typename T>
__device__ Vec<C, T> row(const Mat<R, C, T>& a, int i)
{
    Vec<C, T> r;
    for (int j = 0; j < C; ++j) r[j] = a[i][j];
    return r;
}

//: column needs Mat, Vec
template <int R, int C, typename T>
__device__ Vec<R, T> column(const Mat<R, C, T>& a, int j)
{
    Vec<R, T> r;
    for (int i = 0; i < R; ++i) r[i] = a[i][j];
    return r;
}

//: set_row needs Mat, Vec
template <int R, int C, typename T>
__device__ void set_row(Mat<R, C, T>& a, int i, const Vec<C, T>& v)
{
    for (int j = 0; j < C; ++j) a[i][j] = v[j];
}

//: add_row needs Mat, Vec
template <int R, int C, typename T>
__device__ void add_row(Mat<R, C, T>& a, int i, const Vec<C, T>& v)
{
    for (int j = 0; j < C; ++j) a[i][j] = a[i][j] + v[j];
}

//: from_rows needs Mat, Vec
template <typename T, int C, typename... Rows>
__device__ Mat<1 + sizeof...(Rows), C, T> from_rows(const Vec<C, T>& first, const Rows&... others)
{
    const Vec<C, T> rows[] = {first, others...};
    Mat<1 + sizeof...(Rows), C, T> r;
    for (int i = 0; i < 1 + int(sizeof...(Rows)); ++i)
        for (int j = 0; j < C; ++j) r[i][j] = rows[i][j];
    return r;
}

//: from_columns needs Mat, Vec
template <typename T, int R, typename... Columns>
__device__ Mat<R, 1 + sizeof...(Columns), T> from_columns(const Vec<R, T>& first, const Columns&... others)
{
    const Vec<R, T> columns[] = {first, others...};
    Mat<R, 1 + sizeof...(Columns), T> r;
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < 1 + int(sizeof...(Columns)); ++j) r[i][j] = columns[j][i];
    return r;
}

//: transpose needs Mat
template <int R, int C, typename T>
__device__ Mat<C, R, T> transpose(const Mat<R, C, T>& a)
{
    Mat<C, R, T> r;
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) r[j][i] = a[i][j];
    return r;
}

//: outer needs Mat, Vec
template <int R, int C, typename T>
__device__ Mat<R, C, T> outer(const Vec<R, T>& a, const Vec<C, T>& b)
{
    Mat<R, C, T> r;
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) r[i][j] = a[i] * b[j];
    return r;
}

//: ddot needs Mat
template <int R, int C, typename T>
__device__ T ddot(const Mat<R, C, T>& a, const Mat<R, C, T>& b)
{
    T total = T(0);
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) total = total + a[i][j] * b[i][j];
    return total;
}

//: cw_mul_matrix needs Mat
template <int R, int C, typename T>
__device__ Mat<R, C, T> cw_mul_matrix(Mat<R, C, T> a, const Mat<R, C, T>& b)
{
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) a[i][j] = a[i][j] * b[i][j];
    return a;
}

//: cw_div_matrix needs Mat
template <int R, int C, typename T>
__device__ Mat<R, C, T> cw_div_matrix(Mat<R, C, T> a, const Mat<R, C, T>& b)
{
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) a[i][j] = a[i][j] / b[i][j];
    return a;
}

//: identity_matrix needs Mat
template <int N, typename T>
__device__ Mat<N, N, T> identity_matrix()
{
    Mat<N, N, T> r{};
    for (int i = 0; i < N; ++i) r[i][i] = T(1);
    return r;
}

//: diag needs Mat, Vec
template <int N, typename T>
__device__ Mat<N, N, T> diag(const Vec<N, T>& d)
{
    Mat<N, N, T> r{};
    for (int i = 0; i < N; ++i) r[i][i] = d[i];
    return r;
}

//: get_diag needs Mat, Vec
template <int N, typename T>
__device__ Vec<N, T> get_diag(const Mat<N, N, T>& a)
{
    Vec<N, T> d;
    for (int i = 0; i < N; ++i) d[i] = a[i][i];
    return d;
}

//: trace needs Mat
template <int N, typename T>
__device__ T trace(const Mat<N, N, T>& a)
{
    T total = a[0][0];
    for (int i = 1; i < N; ++i) total = total + a[i][i];
    return total;
}

//: skew needs Mat, Vec
template <typename T>
__device__ Mat<3, 3, T> skew(const Vec<3, T>& v)
{
    return Mat<3, 3, T>{T(0), -v[2], v[1], v[2], T(0), -v[0], -v[1], v[0], T(0)};
}

//: skew_adjoint needs Mat, Vec
template <typename T>
__device__ Vec<3, T> skew_adjoint(const Mat<3, 3, T>& g)
{
    return Vec<3, T>{g[2][1] - g[1][2], g[0][2] - g[2][0], g[1][0] - g[0][1]};
}

//: element_matrix needs Mat
template <int R, int C, typename T>
__device__ Mat<R, C, T> element_matrix(int i, int j, T s)
{
    Mat<R, C, T> r{};
    r[i][j] = s;
    return r;
}

//: row_matrix needs Mat, Vec
template <int R, int C, typename T>
__device__ Mat<R, C, T> row_matrix(int i, const Vec<C, T>& v)
{
    Mat<R, C, T> r{};
    for (int j = 0; j < C; ++j) r[i][j] = v[j];
    return r;
}

//: cofactors needs Mat
template <int N, typename T>
__device__ Mat<N, N, T> cofactors(const Mat<N, N, T>& a)
{
    Mat<N, N, T> r;
    if constexpr (N == 2) {
        r = Mat<2, 2, T>{a[1][1], -a[1][0], -a[0][1], a[0][0]};
    } else if constexpr (N == 3) {
        for (int i = 0; i < 3; ++i) {
            const int p = (i + 1) % 3, q = (i + 2) % 3;
            for (int j = 0; j < 3; ++j) {
                const int s = (j + 1) % 3, t = (j + 2) % 3;
                r[i][j] = a[p][s] * a[q][t] - a[p][t] * a[q][s];
            }
        }
    } else {
        static_assert(N == 4, "cofactors of 2x2, 3x3 and 4x4 matrices");
        for (int i = 0; i < 4; ++i) {
            const int p = i == 0 ? 1 : 0, q = i <= 1 ? 2 : 1, s = i <= 2 ? 3 : 2;
            for (int j = 0; j < 4; ++j) {
                const int t = j == 0 ? 1 : 0, u = j <= 1 ? 2 : 1, v = j <= 2 ? 3 : 2;
                const T minor = a[p][t] * (a[q][u] * a[s][v] - a[q][v] * a[s][u])
                    - a[p][u] * (a[q][t] * a[s][v] - a[q][v] * a[s][t])
                    + a[p][v] * (a[q][t] * a[s][u] - a[q][u] * a[s][t]);
                r[i][j] = (i + j) % 2 == 0 ? minor : -minor;
            }
        }
    }
    return r;
}

//: determinant needs cofactors
template <int N, typename T>
__device__ T determinant(const Mat<N, N, T>& a)
{
    const Mat<N, N, T> c = cofactors(a);
    T total = a[0][0] * c[0][0];
    for (int j = 1; j < N; ++j) total = total + a[0][j] * c[0][j];
    return total;
}

//: inverse needs cofactors
template <int N, typename T>
__device__ Mat<N, N, T> inverse(const Mat<N, N, T>& a)
{
    const Mat<N, N, T> c = cofactors(a);
    T det = a[0][0] * c[0][0];
    for (int j = 1; j < N; ++j) det = det + a[0][j] * c[0][j];
    Mat<N, N, T> r{};
    if (det != T(0)) {
        for (int i = 0; i < N; ++i)
            for (int j = 0; j < N; ++j) r[i][j] = c[j][i] / det;
    }
    return r;
}
