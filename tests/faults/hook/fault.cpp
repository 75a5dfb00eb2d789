#include "faults/hook/fault.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "faults/hook/objects.h"
#include "gpu/result.h"

namespace {

[[noreturn]] void complain(const std::string& cause) {
    std::fprintf(stderr, "SINEW_FAULT: %s\n", cause.c_str());
    std::abort();
}

std::vector<std::string> splitAtColons(const std::string& text) {
    std::vector<std::string> parts{""};
    for (const char c : text)
        if (c == ':')
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

class Faults {
  public:
    Faults() : listPath_(std::getenv("SINEW_FAULT_LIST")) {
        const char* wanted = std::getenv("SINEW_FAULT");
        if (!wanted) return;
        const std::vector<std::string> parts = splitAtColons(wanted);
        if (parts.size() < 3) complain(std::string("not FUNCTION:N:RESULT: ") + wanted);
        function_ = parts[0];
        first_ = std::stoul(parts[1]);
        result_ = parts[2];
        times_ = parts.size() > 3 ? std::stoul(parts[3]) : 1;
    }

    ~Faults() {
        FILE* file = listPath_ ? std::fopen(listPath_, "w") : nullptr;
        if (!file) return;
        for (const auto& [function, caller] : calls_) {
            std::fprintf(file, "%s %p", function->name, caller);
            for (const VkResult result : function->results)
                std::fprintf(file, " %s", sinew::resultName(result));
            std::fputc('\n', file);
        }
        std::fprintf(file, "struck %zu\nleft %zu\n", struck_, gpuObjects().objects);
        std::fclose(file);
    }

    std::optional<VkResult> next(const Fallible& function, const void* caller) {
        const std::lock_guard lock(mutex_);
        const size_t ofAll = count_++, ofThis = counts_[function.name]++;
        if (listPath_) calls_.emplace_back(&function, caller);  // otherwise it would only grow
        if (std::strcmp(function.name, "vkCreateDevice") == 0) lost_ = false;
        if (lost_ && function.allows(VK_ERROR_DEVICE_LOST)) return VK_ERROR_DEVICE_LOST;
        if (function_ != "*" && function_ != function.name) return {};
        const size_t number = function_ == "*" ? ofAll : ofThis;
        if (number < first_ || number - first_ >= times_) return {};
        const auto result =
            std::ranges::find_if(function.results, [&](VkResult each) { return result_ == sinew::resultName(each); });
        if (result == function.results.end()) complain(std::string(function.name) + " cannot give " + result_);
        ++struck_;
        lost_ = *result == VK_ERROR_DEVICE_LOST;
        return *result;
    }

  private:
    const char* listPath_;
    std::mutex mutex_;
    std::string function_, result_;
    size_t first_ = 0, times_ = 0, count_ = 0;
    std::vector<std::pair<const Fallible*, const void*>> calls_;
    std::map<std::string, size_t> counts_;
    size_t struck_ = 0;
    bool lost_ = false;
};

}  // namespace

bool Fallible::allows(VkResult result) const {
    return std::ranges::find(results, result) != results.end();
}

std::optional<VkResult> nextFault(const Fallible& function, const void* caller) {
    static Faults faults;
    return faults.next(function, caller);
}

bool worksBefore(const Fallible& function, VkResult result) {
    const std::string_view name = function.name;
    if (result == VK_SUBOPTIMAL_KHR) return true;
    if (name == "vkQueuePresentKHR") return result == VK_ERROR_OUT_OF_DATE_KHR || result == VK_ERROR_SURFACE_LOST_KHR;
    return name == "vkWaitSemaphores" && result == VK_TIMEOUT;
}
