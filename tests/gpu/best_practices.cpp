#include <cstdlib>
#include <string>

// Enables best-practices validation for every GPU test, whose messages fail a test like any other.
namespace {

/// The layer's list of additional features, with `feature` appended to those of the environment.
std::string enabledWith(const char* feature) {
    const char* asked = std::getenv("VK_LAYER_ENABLES");
    return asked && *asked ? std::string(asked) + ":" + feature : feature;
}

const bool asked = [] {
    // Layers before and after 1.3.283 use different names.
    const std::string enabled = enabledWith("VK_VALIDATION_FEATURE_ENABLE_BEST_PRACTICES_EXT");
    return setenv("VK_LAYER_ENABLES", enabled.c_str(), 1) == 0 &&
           setenv("VK_LAYER_VALIDATE_BEST_PRACTICES", "1", 1) == 0;
}();

}  // namespace
