#include "gpu/with_device.h"

#include <dlfcn.h>
#include <link.h>

#include <cstdio>
#include <exception>
#include <optional>
#include <string>

#include "gpu/instance.h"

using namespace sinew;

namespace {

/// What all cases share.
struct Kept {
    Instance instance{{.validation = true}};
    std::optional<Device> device{std::in_place, instance};
};
std::unique_ptr<Kept> kept;
bool hasLeaks = false;

const Device& keptDevice() {
    if (!kept) {
        kept = std::make_unique<Kept>();
        pinLibraries();
        if (deviceWatch().begin) deviceWatch().begin();
    }
    return *kept->device;
}

}  // namespace

OnDevice::OnDevice() : device(keptDevice()), messagesBefore_(kept->instance.validationMessages()) {}

OnDevice::~OnDevice() {
    if (std::uncaught_exceptions() > 0)
        dropDevice();  // the next case starts afresh
    else
        CHECK(kept->instance.validationMessages() == messagesBefore_);
}

void dropDevice() {
    if (!kept) return;
    const uint32_t before = kept->instance.validationMessages();
    workshops().clear();
    kept->device.reset();
    hasLeaks = hasLeaks || kept->instance.validationMessages() > before;
    kept.reset();
}

const Device* sharedDevice() {
    return kept ? &*kept->device : nullptr;
}

void pinLibraries() {
    std::vector<std::string> names;
    dl_iterate_phdr(
        [](dl_phdr_info* info, size_t, void* list) {
            static_cast<std::vector<std::string>*>(list)->emplace_back(info->dlpi_name);
            return 0;
        },
        &names);
    for (const std::string& name : names)
        if (!name.empty()) dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

DeviceWatch& deviceWatch() {
    static DeviceWatch watch;
    return watch;
}

std::vector<std::shared_ptr<Workshop>>& workshops() {
    static std::vector<std::shared_ptr<Workshop>> all;
    return all;
}

// Catch2's main(), replaced at link time (-Wl,--wrap).
extern "C" {

int __real_main(int argc, char** argv);

int __wrap_main(int argc, char** argv) {
    const int result = __real_main(argc, argv);
    dropDevice();
    if (hasLeaks) std::puts("a case left objects of the device: see the validation messages");
    const bool holds = !deviceWatch().holds || deviceWatch().holds();
    return hasLeaks || !holds ? 1 : result;
}
}
