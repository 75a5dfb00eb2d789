#include <array>
#include <cstring>
#include <string_view>
#include <tuple>
#include <type_traits>

#include <GLFW/glfw3.h>
#include <volk.h>

#include "faults/hook/fallible.h"
#include "faults/hook/fault.h"
#include "faults/hook/lacks.h"
#include "faults/hook/objects.h"

// The layer between the program and Vulkan: volk's functions that fill the table of pointers are replaced at link time
// (-Wl,--wrap) by ones that then put a wrapper around each pointer.

namespace {

#define DESCRIBE(NAME, ...)                               \
    constexpr std::array k_##NAME##_results{__VA_ARGS__}; \
    const Fallible k_##NAME{#NAME, k_##NAME##_results};
FALLIBLE_BEFORE_VULKAN(DESCRIBE)
FALLIBLE_FUNCTIONS(DESCRIBE)
#undef DESCRIBE

/// The outputs of a failed function are undefined.
template <class Value>
void spoil(Value** out) {
    std::memset(static_cast<void*>(out), 0xA5, sizeof *out);
}
template <class Other>
void spoil(Other) {}

/// Removes an element of a pair (count, array).
template <class... Arguments>
bool shorten(Arguments... arguments) {
    if constexpr (sizeof...(Arguments) >= 2) {
        const auto all = std::make_tuple(arguments...);
        const auto count = std::get<sizeof...(Arguments) - 2>(all);
        if constexpr (std::is_same_v<std::remove_const_t<decltype(count)>, uint32_t*>)
            if (std::get<sizeof...(Arguments) - 1>(all) && *count > 0) return --*count, true;
    }
    return false;
}

template <auto& Slot>
struct Call;

template <class... Arguments, VkResult(VKAPI_PTR*& Slot)(Arguments...)>
struct Call<Slot> {
    static inline VkResult(VKAPI_PTR* real)(Arguments...) = nullptr;
    static inline const Fallible* function = nullptr;

    static VKAPI_ATTR VkResult VKAPI_CALL call(Arguments... arguments) {
        if constexpr (std::is_same_v<decltype(call)*, PFN_vkQueuePresentKHR>) reportCounts();
        if (const std::optional<VkResult> fault = nextFault(*function, __builtin_return_address(0)))
            return fail(*fault, arguments...);
        const VkResult result = real(arguments...);
        if (result == VK_SUCCESS) count(arguments...);
        if (result >= VK_SUCCESS) adjust(arguments...);
        return result;
    }

    static VkResult fail(VkResult fault, Arguments... arguments) {
        const std::string_view name = function->name;
        if (fault == VK_INCOMPLETE) {
            if (!shorten(arguments...)) return real(arguments...);
            real(arguments...);
            adjust(arguments...);
            return VK_INCOMPLETE;
        }
        if (worksBefore(*function, fault)) {
            const VkResult result = real(arguments...);
            return result < VK_SUCCESS ? result : fault;
        }
        // A lost device counts as idle, and its work as done.
        if (fault == VK_ERROR_DEVICE_LOST && (name.find("Wait") != name.npos || name == "vkGetQueryPoolResults"))
            finishWork();
        const auto last = std::get<sizeof...(Arguments) - 1>(std::make_tuple(arguments...));
        if (name.ends_with("Pipelines") || name == "vkAllocateDescriptorSets" || name == "vkAllocateCommandBuffers")
            clear(last);
        else if (name.starts_with("vkCreate") || name == "vkAllocateMemory" || name == "vkMapMemory")
            spoil(last);
        return fault;
    }

    /// Functions that create several objects set each to null.
    template <class Value>
    static void clear(Value** out) {
        *out = nullptr;
    }
    template <class Other>
    static void clear(Other) {}

    static void count(Arguments... arguments) {
        if (std::string_view(function->name).starts_with("vkCreate")) countMade();
        if constexpr (std::is_same_v<decltype(call)*, PFN_vkAllocateMemory>) {
            const auto all = std::make_tuple(arguments...);
            countMade();
            countMemory(*std::get<3>(all), std::get<1>(all)->allocationSize);
        }
    }

    static void finishWork();

    static void install(const Fallible& description) {
        function = &description;
        if (!Slot || Slot == call) return;
        real = Slot;
        Slot = call;
    }
};

VkDevice presentDevice = VK_NULL_HANDLE;

template <class... Arguments, VkResult(VKAPI_PTR*& Slot)(Arguments...)>
void Call<Slot>::finishWork() {
    Call<::vkDeviceWaitIdle>::real(presentDevice);
}

void install() {
#define INSTALL(NAME, ...) Call<::NAME>::install(k_##NAME);
    FALLIBLE_FUNCTIONS(INSTALL)
#undef INSTALL
    countDestroyed();
    takeAway();
}

}  // namespace

extern "C" {

VkResult __real_volkInitialize();
void __real_volkLoadInstance(VkInstance instance);
void __real_volkLoadDevice(VkDevice device);
VkResult __real_glfwCreateWindowSurface(VkInstance, GLFWwindow*, const VkAllocationCallbacks*, VkSurfaceKHR*);

VkResult __wrap_volkInitialize() {
    if (const auto fault = nextFault(k_volkInitialize, __builtin_return_address(0))) return *fault;
    const VkResult result = __real_volkInitialize();
    install();
    return result;
}

void __wrap_volkLoadInstance(VkInstance instance) {
    __real_volkLoadInstance(instance);
    install();
}

void __wrap_volkLoadDevice(VkDevice device) {
    presentDevice = device;
    __real_volkLoadDevice(device);
    install();
}

VkResult __wrap_glfwCreateWindowSurface(VkInstance instance, GLFWwindow* window, const VkAllocationCallbacks* callbacks,
                                        VkSurfaceKHR* surface) {
    if (const auto fault = nextFault(k_glfwCreateWindowSurface, __builtin_return_address(0))) return *fault;
    const VkResult result = __real_glfwCreateWindowSurface(instance, window, callbacks, surface);
    if (result == VK_SUCCESS) countMade();
    return result;
}
}
