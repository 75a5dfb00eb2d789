// Soft shadows of the key light whose edges widen with the distance to the caster (Fernando, Percentage-Closer Soft Shadows, SIGGRAPH 2005).

layout(set = SET_FRAME, binding = BINDING_SHADOW) uniform sampler2D shadowMap;

const int SEARCH_TAPS = 4;
const float TEXEL = 1.0 / float(SHADOW_MAP_SIZE);
const float MIN_RADIUS = 1.5 * TEXEL, MAX_RADIUS = 26.0 * TEXEL;

// Points spread evenly over the unit disk (Vogel's spiral).
vec2 diskPoint(int i, int count) {
    float angle = float(i) * 2.39996323;
    return sqrt((float(i) + 0.5) / float(count)) * vec2(cos(angle), sin(angle));
}

// Share of the four texels around `uv` that are not in front of `depth`, bilinear.
float litAt(vec2 uv, float depth) {
    vec4 lit = step(vec4(depth), textureGather(shadowMap, uv));
    vec2 weights = fract(uv * float(SHADOW_MAP_SIZE) - 0.5);
    return mix(mix(lit.w, lit.z, weights.x), mix(lit.x, lit.y, weights.x), weights.y);
}

// How much of the key light arrives at a point of the world: 0 to 1. `slope`: of the surface toward the light; `taps`: smoothness of wide edges.
float keyLightAt(vec3 position, float slope, int taps) {
    vec3 place = (frame.shadowFromWorld * vec4(position, 1.0)).xyz;
    if (any(lessThan(place.xy, vec2(0.0))) || any(greaterThan(place.xy, vec2(1.0)))) return 1.0;
    float depth = min(place.z, 0.9999);  // the map is 1 where nothing casts a shadow
    float sum = 0.0, casters = 0.0;
    for (int i = 0; i < SEARCH_TAPS; ++i) {
        vec4 depths = textureGather(shadowMap, place.xy + diskPoint(i, SEARCH_TAPS) * MAX_RADIUS * 0.8);
        vec4 isCaster = step(depths, vec4(depth));
        sum += dot(depths, isCaster);
        casters += dot(isCaster, vec4(1.0));
    }
    if (casters == 0.0) return 1.0;
    float radius = clamp((place.z - sum / casters) * frame.shadowShape.z, MIN_RADIUS, MAX_RADIUS);
    float lit = 0.0;
    for (int i = 0; i < taps; ++i)
        lit += litAt(place.xy + diskPoint(i, taps) * radius, depth - slope * radius);
    return lit / float(taps);
}
