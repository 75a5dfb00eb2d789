#pragma once

#include <dlfcn.h>
#include <link.h>

#include <functional>
#include <string>
#include <vector>

#include "gpu/device.h"
#include "gpu/instance.h"
#include "support/catch.h"

/// Keeps the layer, the driver and whatever else is loaded in memory to the end: what they never free is then found
/// under their names, which support/lsan.supp knows.
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

/// Runs `test` on whatever device there is, with validation and synchronization validation; no message may come. They
/// are counted after the device has gone, when what was not destroyed has been reported too.
inline void withDevice(const std::function<void(const sinew::Device&)>& test) {
    const sinew::Instance instance({.validation = true});
    {
        const sinew::Device device(instance);
        pinLibraries();
        test(device);
    }
    CHECK(instance.validationMessages() == 0);
}
