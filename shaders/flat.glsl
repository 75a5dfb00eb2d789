// The base color in a soft light that comes from the key light's side and a little from above, without reflections and
// shadows, and the emitted light, which may be all that a surface has.
#include "surface.glsl"
#include "tone.glsl"

vec3 flatColor(vec3 base) {
    if ((surface.flags & SURFACE_UNLIT) != 0u) return shownColor(base);
    vec3 normal = geometricNormal();
    float light = 0.66 + 0.22 * dot(normal, frame.towardLight.xyz) + 0.12 * normal.y;  // 0.32 to 1
    return min((base * light + emitted()) * frame.exposure, vec3(1.0));
}
