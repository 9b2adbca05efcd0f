//: vector_part needs Quat, Vec
template <typename T>
__device__ Vec<3, T> vector_part(const Quat<T>& q)
{
    return Vec<3, T>{q.x, q.y, q.z};
}

//: quat_rotate needs vector_part, dot, cross, Vec +, Vec * scalar
template <typename T>
__device__ Vec<3, T> quat_rotate(const Quat<T>& q, const Vec<3, T>& x)
{
    const Vec<3, T> u = vector_part(q);
    return x * (T(2) * q.w * q.w - T(1)) + u * (T(2) * dot(u, x)) + cross(u, x) * (T(2) * q.w);
}

//: quat_rotate_inv needs vector_part, dot, cross, Vec +, Vec -, Vec * scalar
template <typename T>
__device__ Vec<3, T> quat_rotate_inv(const Quat<T>& q, const Vec<3, T>& x)
{
    const Vec<3, T> u = vector_part(q);
    return x * (T(2) * q.w * q.w - T(1)) + u * (T(2) * dot(u, x)) - cross(u, x) * (T(2) * q.w);
}

//: quat_rotate_adjoint needs vector_part, dot, cross, Vec +, Vec * scalar
template <typename T>
__device__ Quat<T> quat_rotate_adjoint(const Quat<T>& q, const Vec<3, T>& x, const Vec<3, T>& g)
{
    const Vec<3, T> u = vector_part(q);
    const Vec<3, T> v = g * (T(2) * dot(u, x)) + x * (T(2) * dot(u, g)) + cross(x, g) * (T(2) * q.w);
    return Quat<T>{v[0], v[1], v[2], T(4) * q.w * dot(x, g) + T(2) * dot(cross(u, x), g)};
}

//: quat_rotate_inv_adjoint needs vector_part, dot, cross, Vec +, Vec -, Vec * scalar
template <typename T>
__device__ Quat<T> quat_rotate_inv_adjoint(const Quat<T>& q, const Vec<3, T>& x, const Vec<3, T>& g)
{
    const Vec<3, T> u = vector_part(q);
    const Vec<3, T> v = g * (T(2) * dot(u, x)) + x * (T(2) * dot(u, g)) - cross(x, g) * (T(2) * q.w);
    return Quat<T>{v[0], v[1], v[2], T(4) * q.w * dot(x, g) - T(2) * dot(cross(u, x), g)};
}

//: quat_from_axis_angle needs Quat, Vec
template <typename T>
__device__ Quat<T> quat_from_axis_angle(const Vec<3, T>& axis, T angle)
{
    const T half_angle = angle * T(0.5);
    const T s = sin(half_angle);
    return Quat<T>{axis[0] * s, axis[1] * s, axis[2] * s, cos(half_angle)};
}

//: quat_axis_adjoint needs Quat, Vec
template <typename T>
__device__ Vec<3, T> quat_axis_adjoint(T angle, const Quat<T>& g)
{
    const T s = sin(angle * T(0.5));
    return Vec<3, T>{g.x * s, g.y * s, g.z * s};
}

//: quat_angle_adjoint needs Quat, Vec
template <typename T>
__device__ T quat_angle_adjoint(const Vec<3, T>& axis, T angle, const Quat<T>& g)
{
    const T half_angle = angle * T(0.5);
    return T(0.5) * (cos(half_angle) * (axis[0] * g.x + axis[1] * g.y + axis[2] * g.z) - sin(half_angle) * g.w);
}

//: quat_rpy needs Quat
template <typename T>
__device__ Quat<T> quat_rpy(T roll, T pitch, T yaw)
{
    const T cr = cos(roll * T(0.5)), sr = sin(roll * T(0.5));
    const T cp = cos(pitch * T(0.5)), sp = sin(pitch * T(0.5));
    const T cy = cos(yaw * T(0.5)), sy = sin(yaw * T(0.5));
    return Quat<T>{
        cy * sr * cp - sy * cr * sp,
        cy * cr * sp + sy * sr * cp,
        sy * cr * cp - cy * sr * sp,
        cy * cr * cp + sy * sr * sp};
}

//: quat_rpy_adjoint needs quat_rpy, dot_quaternion
template <typename T>
__device__ Vec<3, T> quat_rpy_adjoint(T roll, T pitch, T yaw, const Quat<T>& g)
{
    const T shift = T(3.14159265358979323846);  // d sin(a / 2) = sin((a + pi) / 2) / 2
    return Vec<3, T>{
        T(0.5) * dot_quaternion(quat_rpy(roll + shift, pitch, yaw), g),
        T(0.5) * dot_quaternion(quat_rpy(roll, pitch + shift, yaw), g),
        T(0.5) * dot_quaternion(quat_rpy(roll, pitch, yaw + shift), g)};
}

//: quat_to_matrix needs quat_rotate, from_columns
template <typename T>
__device__ Mat<3, 3, T> quat_to_matrix(const Quat<T>& q)
{
    return from_columns(
        quat_rotate(q, Vec<3, T>{T(1), T(0), T(0)}),
        quat_rotate(q, Vec<3, T>{T(0), T(1), T(0)}),
        quat_rotate(q, Vec<3, T>{T(0), T(0), T(1)}));
}

//: quat_to_matrix_adjoint needs quat_rotate_adjoint, column, Quat +
template <typename T>
__device__ Quat<T> quat_to_matrix_adjoint(const Quat<T>& q, const Mat<3, 3, T>& g)
{
    return quat_rotate_adjoint(q, Vec<3, T>{T(1), T(0), T(0)}, column(g, 0))
        + quat_rotate_adjoint(q, Vec<3, T>{T(0), T(1), T(0)}, column(g, 1))
        + quat_rotate_adjoint(q, Vec<3, T>{T(0), T(0), T(1)}, column(g, 2));
}

//: quat_axis needs vector_part, normalize, Vec neg
template <typename T>
__device__ Vec<3, T> quat_axis(const Quat<T>& q)
{
    const Vec<3, T> axis = normalize(vector_part(q));
    return q.w < T(0) ? -axis : axis;
}

//: quat_angle needs vector_part, length
template <typename T>
__device__ T quat_angle(const Quat<T>& q)
{
    return T(2) * atan2(length(vector_part(q)), q.w < T(0) ? -q.w : q.w);
}

//: quat_axis_of_adjoint needs vector_part, normalize_adjoint, Vec neg
template <typename T>
__device__ Quat<T> quat_axis_of_adjoint(const Quat<T>& q, const Vec<3, T>& g)
{
    const Vec<3, T> v = normalize_adjoint(vector_part(q), q.w < T(0) ? -g : g);
    return Quat<T>{v[0], v[1], v[2], T(0)};
}

//: quat_angle_of_adjoint needs vector_part, length
template <typename T>
__device__ Quat<T> quat_angle_of_adjoint(const Quat<T>& q, T g)
{
    const T l = length(vector_part(q));
    if (!(l > T(0))) return Quat<T>{};
    const T d = (q.w < T(0) ? T(-2) : T(2)) * g / (l * l + q.w * q.w);
    return Quat<T>{d * q.x * q.w / l, d * q.y * q.w / l, d * q.z * q.w / l, -d * l};
}

//: quat_slerp needs quat_axis, quat_angle, quat_from_axis_angle, conjugate, Quat * Quat
template <typename T>
__device__ Quat<T> quat_slerp(const Quat<T>& a, const Quat<T>& b, T t)
{
    const Quat<T> step = conjugate(a) * b;
    return a * quat_from_axis_angle(quat_axis(step), t * quat_angle(step));
}

//: quat_slerp_step_adjoint needs quat_axis, quat_angle, quat_axis_adjoint, quat_angle_adjoint, quat_axis_of_adjoint, quat_angle_of_adjoint, Quat +
template <typename T>
__device__ Quat<T> quat_slerp_step_adjoint(const Quat<T>& step, T t, const Quat<T>& g)
{
    const T angle = t * quat_angle(step);
    return quat_axis_of_adjoint(step, quat_axis_adjoint(angle, g))
        + quat_angle_of_adjoint(step, t * quat_angle_adjoint(quat_axis(step), angle, g));
}

//: quat_slerp_from_adjoint needs quat_slerp_step_adjoint, quat_from_axis_angle, conjugate, Quat * Quat
template <typename T>
__device__ Quat<T> quat_slerp_from_adjoint(const Quat<T>& a, const Quat<T>& b, T t, const Quat<T>& g)
{
    const Quat<T> step = conjugate(a) * b;
    const Quat<T> turn = quat_from_axis_angle(quat_axis(step), t * quat_angle(step));
    return g * conjugate(turn) + conjugate(quat_slerp_step_adjoint(step, t, conjugate(a) * g) * conjugate(b));
}

//: quat_slerp_to_adjoint needs quat_slerp_step_adjoint, conjugate, Quat * Quat
template <typename T>
__device__ Quat<T> quat_slerp_to_adjoint(const Quat<T>& a, const Quat<T>& b, T t, const Quat<T>& g)
{
    return a * quat_slerp_step_adjoint(conjugate(a) * b, t, conjugate(a) * g);
}

//: quat_slerp_time_adjoint needs quat_axis, quat_angle, quat_angle_adjoint, conjugate, Quat * Quat
template <typename T>
__device__ T quat_slerp_time_adjoint(const Quat<T>& a, const Quat<T>& b, T t, const Quat<T>& g)
{
    const Quat<T> step = conjugate(a) * b;
    const T angle = quat_angle(step);
    return angle * quat_angle_adjoint(quat_axis(step), t * angle, conjugate(a) * g);
}

//: quat_from_matrix needs normalize_quaternion, component, Mat
// The largest of the trace and the diagonal decides which component comes first.
template <int N, typename T>
__device__ int largest_component(const Mat<N, N, T>& m)
{
    if (m[0][0] + m[1][1] + m[2][2] >= T(0)) return 3;
    const int first = m[1][1] > m[0][0] ? 1 : 0;
    return m[2][2] > m[first][first] ? 2 : first;
}

template <int N, typename T>
__device__ Quat<T> unnormalized_quaternion(const Mat<N, N, T>& m)
{
    const int i = largest_component(m);
    if (i == 3) {
        const T h = sqrt(m[0][0] + m[1][1] + m[2][2] + T(1));
        const T s = T(0.5) / h;
        return Quat<T>{(m[2][1] - m[1][2]) * s, (m[0][2] - m[2][0]) * s, (m[1][0] - m[0][1]) * s, T(0.5) * h};
    }
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const T h = sqrt((m[i][i] - (m[j][j] + m[k][k])) + T(1));
    const T s = T(0.5) / h;
    Quat<T> q{};
    component(q, i) = T(0.5) * h;
    component(q, j) = (m[i][j] + m[j][i]) * s;
    component(q, k) = (m[k][i] + m[i][k]) * s;
    q.w = (m[k][j] - m[j][k]) * s;
    return q;
}

template <int N, typename T>
__device__ Quat<T> quat_from_matrix(const Mat<N, N, T>& m)
{
    return normalize_quaternion(unnormalized_quaternion(m));
}

//: quat_from_matrix_adjoint needs quat_from_matrix, normalize_quaternion_adjoint
template <int N, typename T>
__device__ Mat<N, N, T> quat_from_matrix_adjoint(const Mat<N, N, T>& m, const Quat<T>& gradient)
{
    const Quat<T> q = unnormalized_quaternion(m), g = normalize_quaternion_adjoint(q, gradient);
    const int i = largest_component(m);
    Mat<N, N, T> r{};
    if (i == 3) {
        const T s = T(0.25) / q.w;
        const T along = (T(0.5) * g.w - (g.x * q.x + g.y * q.y + g.z * q.z) * T(0.5) / q.w) * T(0.25) / q.w;
        r[2][1] += g.x * s, r[1][2] -= g.x * s, r[0][2] += g.y * s, r[2][0] -= g.y * s, r[1][0] += g.z * s, r[0][1] -= g.z * s;
        for (int c = 0; c < 3; ++c) r[c][c] += along;
        return r;
    }
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const T lead = component(q, i), s = T(0.25) / lead, gj = component(g, j), gk = component(g, k);
    const T others = gj * component(q, j) + gk * component(q, k) + g.w * q.w;
    const T along = (T(0.5) * component(g, i) - others * T(0.5) / lead) * T(0.25) / lead;
    r[i][j] += gj * s, r[j][i] += gj * s, r[k][i] += gk * s, r[i][k] += gk * s, r[k][j] += g.w * s, r[j][k] -= g.w * s;
    r[i][i] += along, r[j][j] -= along, r[k][k] -= along;
    return r;
}
