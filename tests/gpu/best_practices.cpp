#include <cstdlib>

// The validation layer's advice on good practice is for every GPU test: a message of it fails one as any other does.
namespace {

const bool asked = [] {
    // Layers before and after 1.3.283 are told by different names.
    return setenv("VK_LAYER_ENABLES", "VK_VALIDATION_FEATURE_ENABLE_BEST_PRACTICES_EXT", 1) == 0 &&
           setenv("VK_LAYER_VALIDATE_BEST_PRACTICES", "1", 1) == 0;
}();

}  // namespace
