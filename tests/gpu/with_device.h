#pragma once

#include <functional>

#include "gpu/device.h"
#include "gpu/instance.h"
#include "support/catch.h"

/// Runs `test` on whatever device there is, with validation and synchronization validation; no message may come. They
/// are counted after the device has gone, when what was not destroyed has been reported too.
inline void withDevice(const std::function<void(const sinew::Device&)>& test) {
    const sinew::Instance instance({.validation = true});
    {
        const sinew::Device device(instance);
        test(device);
    }
    CHECK(instance.validationMessages() == 0);
}
