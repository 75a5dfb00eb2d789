#pragma once

#include <memory>

#include <benchmark/benchmark.h>

#include "base/error.h"
#include "gpu/device.h"
#include "gpu/instance.h"

struct BenchmarkDevice {
    sinew::Instance instance;
    sinew::Device device{instance};
};

/// The default device; null, and the benchmark is skipped, if there is none.
inline std::unique_ptr<BenchmarkDevice> openDevice(benchmark::State& state) {
    try {
        return std::make_unique<BenchmarkDevice>();
    } catch (const sinew::Error& error) {
        state.SkipWithError(error.what());
        return nullptr;
    }
}
