#include "gpu/instance.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include "base/error.h"
#include "gpu/result.h"

namespace sinew {
namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

VKAPI_ATTR VkBool32 VKAPI_CALL onMessage(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                         VkDebugUtilsMessageTypeFlagsEXT,
                                         const VkDebugUtilsMessengerCallbackDataEXT* data, void* counter) {
    // The best-practices layer discourages VK_EXT_debug_utils, which delivers this very message.
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

}  // namespace

void throwNoDriver() {
    throw Error(Exit::environment,
                "no Vulkan driver found: install the driver of your GPU, or mesa-vulkan-drivers, which also works "
                "without a GPU");
}

Instance::Instance(const InstanceInfo& info) {
    if (volkInitialize() != VK_SUCCESS)
        throw Error(
            Exit::environment,
            "no Vulkan loader or driver found: install libvulkan1 and mesa-vulkan-drivers or the driver of your GPU");
    if (info.validation && !hasValidationLayer())
        throw Error(Exit::environment, "validation layer not found: install vulkan-validationlayers");

    std::vector<const char*> extensions = info.extensions;

    // Without general messages: the loader uses them to report drivers of absent hardware.
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
        throw Error(Exit::environment, fmt::format("the Vulkan driver cannot present to a window: it lacks one of {}",
                                                   fmt::join(info.extensions, ", ")));
    require(result, "vkCreateInstance");
    volkLoadInstance(instance_);
    if (!info.validation) return;
    const VkResult messengerResult = vkCreateDebugUtilsMessengerEXT(instance_, &messengerInfo, nullptr, &messenger_);
    if (messengerResult != VK_SUCCESS)
        vkDestroyInstance(instance_, nullptr);  // a throwing constructor runs no destructor
    require(messengerResult, "vkCreateDebugUtilsMessengerEXT");
}

Instance::~Instance() {
    if (messenger_ != VK_NULL_HANDLE) vkDestroyDebugUtilsMessengerEXT(instance_, messenger_, nullptr);
    vkDestroyInstance(instance_, nullptr);
}

}  // namespace sinew
