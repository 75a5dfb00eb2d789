#pragma once

#include <cstdint>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

/// Gives equal numbers for equal seeds with every standard library (splitmix64, Steele, Lea and Flood 2014).
class Random {
  public:
    explicit Random(uint64_t seed) : state_(seed) {}

    uint32_t below(uint32_t end) { return static_cast<uint32_t>((next() >> 32) * end >> 32); }
    uint32_t between(uint32_t first, uint32_t last) { return first + below(last - first + 1); }
    bool chance(double ratio) { return uniform() < ratio; }
    double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }  ///< in [0, 1)
    float uniform(float low, float high) { return low + (high - low) * static_cast<float>(uniform()); }
    glm::vec3 vector(float low, float high) {
        const float x = uniform(low, high), y = uniform(low, high), z = uniform(low, high);
        return {x, y, z};
    }
    glm::vec3 direction() {
        for (;;) {
            const glm::vec3 v = vector(-1.0f, 1.0f);
            const float length = glm::length(v);
            if (length > 0.1f && length < 1.0f) return v / length;
        }
    }
    glm::quat rotation() { return glm::normalize(glm::angleAxis(uniform(-3.14f, 3.14f), direction())); }

  private:
    uint64_t next() {
        uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    uint64_t state_;
};
