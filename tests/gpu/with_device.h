#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "gpu/device.h"
#include "support/catch.h"

struct Workshop;  // gpu/studio.h

/// The fixture of cases on the default device, with core and synchronization validation; no message is allowed. All
/// cases of a program share the device. What a case does not destroy is reported after the last one, and the program
/// then fails.
class OnDevice {
  public:
    OnDevice();
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;
    ~OnDevice();

  protected:
    const sinew::Device& device;

  private:
    uint32_t messagesBefore_;
};

/// Destroys that device, before a case that makes its own.
void dropDevice();

/// That device, or null; and what cases share on it, which is destroyed before it.
const sinew::Device* sharedDevice();
std::vector<std::shared_ptr<Workshop>>& workshops();

/// Called whenever that device is made, and after the last case, where false fails the program.
struct DeviceWatch {
    std::function<void()> begin;
    std::function<bool()> holds;
};
DeviceWatch& deviceWatch();

/// Keeps the layer, the driver and other libraries loaded to the end, so that their leaks are found
/// under their names, which support/lsan.supp lists.
void pinLibraries();
