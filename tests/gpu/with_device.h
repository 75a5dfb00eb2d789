#pragma once

#include <dlfcn.h>
#include <link.h>

#include <functional>
#include <string>
#include <vector>

#include "gpu/device.h"
#include "gpu/instance.h"
#include "support/catch.h"

/// Keeps the layer, the driver and other libraries loaded to the end, so that their leaks are found
/// under their names, which support/lsan.supp lists.
inline void pinLibraries() {
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

/// Runs `test` on the default device, with core and synchronization validation; no message is allowed. They
/// are counted after the device is destroyed, when leaks have been reported, too.
inline void withDevice(const std::function<void(const sinew::Device&)>& test) {
    const sinew::Instance instance({.validation = true});
    {
        const sinew::Device device(instance);
        pinLibraries();
        test(device);
    }
    CHECK(instance.validationMessages() == 0);
}
