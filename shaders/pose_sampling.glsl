// Samples packed clips as src/animation/packed/pose_sampler_code.h does, one node at a time. Include pose_shared.h
// first.

layout(std430, set = 0, binding = BINDING_POSE_TABLES) readonly buffer TableBlock { uint tables[]; };

struct Transform {
    vec3 translation;
    vec4 rotation;  // xyzw
    vec3 scale;
};

// A clip at a time.
struct Playhead {
    uint tracks, timelines;  // places in the tables
    vec2 seconds;
};

// The row before a time. Most clips have one timeline, so it is looked up once.
struct Row {
    uint timeline;
    uint place;  // in the tables
    uint stride;
    float ratio;  // weight of the next row
};

float number(uint place) {
    return uintBitsToFloat(tables[place]);
}

vec2 keySeconds(uint times, uint row) {
    return vec2(number(times + 2u * row), number(times + 2u * row + 1u));
}

// Exact: both parts come from splitSeconds(), which keeps the order.
bool isUpTo(vec2 a, vec2 b) {
    return a.x < b.x || (a.x == b.x && a.y <= b.y);
}

// a - b to the precision of a float, also where both are large.
float secondsFrom(vec2 b, vec2 a) {
    precise float high = a.x - b.x;
    precise float low = a.y - b.y;
    precise float sum = high + low;
    return sum;
}

Row findRow(Playhead playhead, uint timeline) {
    uint at = playhead.timelines + timeline * POSE_TIMELINE_WORDS;
    uint times = tables[at + POSE_TIMELINE_TIMES], last = tables[at + POSE_TIMELINE_LAST];
    vec2 seconds = playhead.seconds, start = keySeconds(times, 0u);
    uint row = 0u;
    float ratio = 0.0;
    if (isUpTo(keySeconds(times, last), seconds)) {
        row = last - 1u;
        ratio = 1.0;
    } else if (!isUpTo(seconds, start)) {
        // The bucket may be off by one (kMaxPosedRows).
        uint bucket = min(uint(secondsFrom(start, seconds) * number(at + POSE_TIMELINE_BUCKETS)), last - 1u);
        uint firstRows = tables[at + POSE_TIMELINE_FIRST_ROWS];
        row = tables[firstRows + (bucket > 0u ? bucket - 1u : 0u)];
        uint end = min(tables[firstRows + min(bucket + 2u, last)] + 1u, last);
        while (end - row > 1u) {
            uint middle = row + (end - row) / 2u;
            if (isUpTo(keySeconds(times, middle), seconds))
                row = middle;
            else
                end = middle;
        }
        vec2 before = keySeconds(times, row);
        ratio = secondsFrom(before, seconds) / secondsFrom(before, keySeconds(times, row + 1u));
    }
    uint stride = tables[at + POSE_TIMELINE_STRIDE];
    return Row(timeline, tables[at + POSE_TIMELINE_ROWS] + row * stride, stride, ratio);
}

// The weights of slerp as a polynomial, see SlerpWeights in pose_sampler_code.h: x is the cosine between the ends minus
// one, for angles up to that of kMaxKeyAngle.
float slerpWeight(float ratio, float x) {
    float square = ratio * ratio, term = ratio, power = 1.0, weight = ratio;
    for (int i = 1; i < 6; ++i) {
        float n = float(i);
        term *= (square - n * n) / (n * (2.0 * n + 1.0));
        power *= x;
        weight += term * power;
    }
    return weight;
}

vec4 slerpNear(vec4 a, vec4 b, float ratio) {
    float x = dot(a, b) - 1.0;
    return a * slerpWeight(1.0 - ratio, x) + b * slerpWeight(ratio, x);
}

// Blends any two rotations along the short arc. At most a right angle is between them as four-vectors; two bisections
// leave less than kMaxKeyAngle allows.
vec4 slerp(vec4 a, vec4 b, float ratio) {
    if (dot(a, b) < 0.0) b = -b;
    for (int i = 0; i < 2; ++i) {
        vec4 middle = a + b;
        middle /= sqrt(dot(middle, middle));
        ratio *= 2.0;
        if (ratio < 1.0)
            b = middle;
        else {
            a = middle;
            ratio -= 1.0;
        }
    }
    vec4 between = slerpNear(a, b, ratio);
    return between / sqrt(dot(between, between));
}

vec3 vectorAt(uint place) {
    return vec3(number(place), number(place + POSE_COMPONENT_STRIDE), number(place + 2u * POSE_COMPONENT_STRIDE));
}

vec3 quantizedAt(uint place) {
    uint word = tables[place];
    return vec3(float(word & 1023u), float(word >> 10 & 1023u), float(word >> 20 & 1023u));
}

// A node's translation, rotation or scale (`part` 0 to 2). One function for all, and one call: drivers inline every
// call, and compile that much longer.
vec4 samplePart(Playhead playhead, uint nodeCount, uint node, uint part, inout Row row) {
    uint word = playhead.tracks + 2u * part * nodeCount + node;
    uint timeline = tables[word], before = tables[word + nodeCount], after = before;
    float ratio = 0.0;  // constant: twice the same value
    if (timeline != POSE_NONE) {
        if (row.timeline != timeline) row = findRow(playhead, timeline);
        before += row.place;
        after = before + row.stride;
        ratio = row.ratio;
    }
    if (part == POSE_ROTATION) {
        vec4 a = vec4(vectorAt(before), number(before + 3u * POSE_COMPONENT_STRIDE));
        vec4 b = vec4(vectorAt(after), number(after + 3u * POSE_COMPONENT_STRIDE));
        return slerpNear(a, b, ratio);
    }
    uint range = part == POSE_SCALE ? tables[playhead.tracks + POSE_SCALE_RANGE * nodeCount + node] : POSE_NONE;
    if (range != POSE_NONE) {
        vec3 steps = quantizedAt(before) * (1.0 - ratio) + quantizedAt(after) * ratio;
        return vec4(vectorAt(range) + steps * vectorAt(range + 3u * POSE_COMPONENT_STRIDE), 0.0);
    }
    return vec4(vectorAt(before) * (1.0 - ratio) + vectorAt(after) * ratio, 0.0);
}

Transform sampleNode(Playhead playhead, uint nodeCount, uint node, inout Row row) {
    Transform pose;
    for (uint part = 0u; part < 3u; ++part) {
        vec4 value = samplePart(playhead, nodeCount, node, part, row);
        if (part == POSE_TRANSLATION)
            pose.translation = value.xyz;
        else if (part == POSE_ROTATION)
            pose.rotation = value;
        else
            pose.scale = value.xyz;
    }
    return pose;
}

// As blend() of src/animation/pose/pose.h.
Transform blendTransforms(Transform a, Transform b, float weight) {
    return Transform(mix(a.translation, b.translation, weight), slerp(a.rotation, b.rotation, weight),
                     mix(a.scale, b.scale, weight));
}
