// Soft shadows of the key light whose edges widen with the distance to the caster (Fernando, Percentage-Closer Soft Shadows, SIGGRAPH 2005),
// and of what is close above the floor. A loop that has nothing to do has no steps: software renderers skip no other code.

layout(set = SET_FRAME, binding = BINDING_SHADOW) uniform sampler2D shadowMap;

const int SEARCH_TAPS = 8;
const vec2 MAP_SIZE = vec2(SHADOW_MAP_SIZE, SHADOW_MAP_ROWS);
const float MIN_RADIUS = 1.5, MAX_RADIUS = 26.0, SEARCH_RADIUS = 0.8 * MAX_RADIUS;  // texels
const mat2 NEXT = mat2(-0.73736888, 0.67549029, -0.67549029, -0.73736888);           // turns by the golden angle: Vogel's spiral

bool isInside(vec2 place) {
    return all(greaterThan(place, vec2(0.0))) && all(lessThan(place, vec2(1.0)));
}

// How much of the key light arrives at a point of the world: 0 to 1. `slope`: of the surface toward the light, in depth per width of the map;
// `taps`: smoothness of wide edges, 0: the result is 1; `turn`: rotation of the taps, 0 to 1.
float keyLightAt(vec3 position, float slope, int taps, float turn) {
    vec3 place = (frame.shadowFromWorld * vec4(position, 1.0)).xyz;
    vec2 texel = place.xy * float(SHADOW_MAP_SIZE), direction = vec2(1.0, 0.0);
    float depth = min(place.z, 0.9999);  // the map is 1 where nothing casts a shadow
    slope /= float(SHADOW_MAP_SIZE);
    float sum = 0.0, casters = 0.0, lit = 0.0;
    int searched = taps > 0 && isInside(place.xy) ? SEARCH_TAPS : 0;
    for (int i = 0; i < searched; ++i) {
        float far = SEARCH_RADIUS * sqrt(float(i) / float(SEARCH_TAPS));  // the first: thin shadows
        vec4 seen = textureGather(shadowMap, (texel + direction * far) / MAP_SIZE), isCaster = step(seen, vec4(depth - slope * max(far, MIN_RADIUS)));
        sum += dot(seen, isCaster);
        casters += dot(isCaster, vec4(1.0));
        direction = NEXT * direction;
    }
    bool isDark = slope == 0.0 && casters == float(4 * SEARCH_TAPS), isLit = casters == 0.0;
    float radius = clamp((place.z - sum / max(casters, 1.0)) * frame.shadowShape.z * float(SHADOW_MAP_SIZE), MIN_RADIUS, MAX_RADIUS);
    direction = vec2(cos(6.2831853 * turn), sin(6.2831853 * turn));
    int filtered = isLit || isDark ? 0 : taps;
    for (int i = 0; i < filtered; ++i) {
        vec2 at = texel + direction * (radius * sqrt((float(i) + 0.5) / float(taps))), weights = fract(at - 0.5);
        vec4 open = step(vec4(depth - slope * radius), textureGather(shadowMap, at / MAP_SIZE));
        lit += mix(mix(open.w, open.z, weights.x), mix(open.x, open.y, weights.x), weights.y);
        direction = NEXT * direction;
    }
    return isLit ? 1.0 : isDark ? 0.0 : lit / float(taps);
}

// How much is close above a point of the floor: 0 to 1.
float contactAt(vec3 position) {
    vec2 place = (frame.contactFromWorld * vec4(position, 1.0)).xy, texel = place * float(CONTACT_MAP_SIZE) - 0.5;
    ivec2 first = ivec2(floor(texel)) - 1, corner = ivec2(0, SHADOW_MAP_ROWS - CONTACT_MAP_SIZE);
    float sum = 0.0, weights = 0.0;
    int count = isInside(place) ? 16 : 0;
    for (int i = 0; i < count; ++i) {
        ivec2 at = first + ivec2(i & 3, i >> 2);
        float near = 1.0 - texelFetch(shadowMap, clamp(at, ivec2(0), ivec2(CONTACT_MAP_SIZE - 1)) + corner, 0).r;
        float weight = max(1.0 - 0.25 * dot(texel - vec2(at), texel - vec2(at)), 0.0);
        sum += weight * weight * near * near;
        weights += weight * weight;
    }
    return sum / max(weights, 1.0);
}
