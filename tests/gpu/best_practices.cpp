#include <cstdlib>
#include <string>

// The validation layer's advice on good practice is for every GPU test: a message of it fails one as any other does.
namespace {

/// The layer's list of what it does besides its ordinary work, with `feature` after what the environment asks for.
std::string enabledWith(const char* feature) {
    const char* asked = std::getenv("VK_LAYER_ENABLES");
    return asked && *asked ? std::string(asked) + ":" + feature : feature;
}

const bool asked = [] {
    // Layers before and after 1.3.283 are told by different names.
    const std::string enabled = enabledWith("VK_VALIDATION_FEATURE_ENABLE_BEST_PRACTICES_EXT");
    return setenv("VK_LAYER_ENABLES", enabled.c_str(), 1) == 0 &&
           setenv("VK_LAYER_VALIDATE_BEST_PRACTICES", "1", 1) == 0;
}();

}  // namespace
