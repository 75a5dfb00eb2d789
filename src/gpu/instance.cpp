#include "gpu/instance.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include "error.h"
#include "gpu/enumerate.h"

namespace sinew {
namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

VKAPI_ATTR VkBool32 VKAPI_CALL onMessage(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                         VkDebugUtilsMessageTypeFlagsEXT,
                                         const VkDebugUtilsMessengerCallbackDataEXT* data, void* counter) {
    // Best practices have it that VK_EXT_debug_utils, by which this very message is heard, is better not used.
    const std::string_view id = data->pMessageIdName ? data->pMessageIdName : "", text = data->pMessage;
    if (id.find("specialuse-extension") != id.npos && text.find(VK_EXT_DEBUG_UTILS_EXTENSION_NAME) != text.npos)
        return VK_FALSE;
    const bool error = severity >= VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    std::fprintf(stderr, "sinew: validation %s: %s\n", error ? "error" : "warning", data->pMessage);
    ++*static_cast<std::atomic<uint32_t>*>(counter);
    return VK_FALSE;
}

bool hasValidationLayer() {
    const auto layers =
        enumerate<VkLayerProperties>("vkEnumerateInstanceLayerProperties", vkEnumerateInstanceLayerProperties);
    return std::ranges::any_of(layers,
                               [](const auto& layer) { return std::strcmp(layer.layerName, kValidationLayer) == 0; });
}

std::string joined(const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace

void throwNoDriver() {
    throw Error(
        Exit::environment,
        "no Vulkan driver was found: install your GPU's, or mesa-vulkan-drivers, which also draws without a GPU");
}

Instance::Instance(const InstanceInfo& info) {
    if (volkInitialize() != VK_SUCCESS)
        throw Error(Exit::environment,
                    "no Vulkan driver was found, nor the Vulkan loader: install libvulkan1 and mesa-vulkan-drivers or "
                    "your GPU's driver");
    if (info.validation && !hasValidationLayer())
        throw Error(Exit::environment, "the validation layer was not found: install vulkan-validationlayers");

    std::vector<const char*> extensions;
    for (const std::string& extension : info.extensions)
        extensions.push_back(extension.c_str());

    // General messages stay out: the loader uses them to speak about drivers of hardware that is not there.
    const VkDebugUtilsMessengerCreateInfoEXT messengerInfo{
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity =
            VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
        .pfnUserCallback = onMessage,
        .pUserData = &validationMessages_,
    };
    const VkValidationFeatureEnableEXT synchronization = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
    const VkValidationFeaturesEXT validationFeatures{
        .sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
        .pNext = &messengerInfo,
        .enabledValidationFeatureCount = 1,
        .pEnabledValidationFeatures = &synchronization,
    };
    const VkApplicationInfo application{
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
        .pApplicationName = "sinew",
        .apiVersion = VK_API_VERSION_1_3,
    };
    if (info.validation) extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    const VkInstanceCreateInfo createInfo{
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pNext = info.validation ? &validationFeatures : nullptr,
        .pApplicationInfo = &application,
        .enabledLayerCount = info.validation ? 1u : 0u,
        .ppEnabledLayerNames = &kValidationLayer,
        .enabledExtensionCount = static_cast<uint32_t>(extensions.size()),
        .ppEnabledExtensionNames = extensions.data(),
    };
    const VkResult result = vkCreateInstance(&createInfo, nullptr, &instance_);
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER) throwNoDriver();
    if (result == VK_ERROR_EXTENSION_NOT_PRESENT && !info.extensions.empty())
        throw Error(Exit::environment,
                    fmt::format("the Vulkan driver cannot show pictures in a window: it lacks one of {}",
                                joined(info.extensions)));
    require(result, "vkCreateInstance");
    volkLoadInstance(instance_);
    if (!info.validation) return;
    const VkResult messengerResult = vkCreateDebugUtilsMessengerEXT(instance_, &messengerInfo, nullptr, &messenger_);
    if (messengerResult != VK_SUCCESS) vkDestroyInstance(instance_, nullptr);  // the destructor does not run
    require(messengerResult, "vkCreateDebugUtilsMessengerEXT");
}

Instance::~Instance() {
    if (messenger_ != VK_NULL_HANDLE) vkDestroyDebugUtilsMessengerEXT(instance_, messenger_, nullptr);
    vkDestroyInstance(instance_, nullptr);
}

}  // namespace sinew
