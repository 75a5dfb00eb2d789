#pragma once

#include <chrono>
#include <thread>

#ifndef SINEW_TIMEOUT_SCALE
#define SINEW_TIMEOUT_SCALE 1
#endif

/// Programs built with sanitizers are slower: SINEW_TIMEOUT_SCALE multiplies every time limit.
inline double scaledSeconds(double seconds) {
    return seconds * SINEW_TIMEOUT_SCALE;
}

inline void sleepSeconds(double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

inline double nowSeconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Polls `holds` until it is true or that time (scaled) is over. Returns whether it was true.
template <typename Condition>
bool waitFor(double seconds, Condition holds) {
    const double deadline = nowSeconds() + scaledSeconds(seconds);
    while (!holds()) {
        if (nowSeconds() > deadline) return false;
        sleepSeconds(0.01);
    }
    return true;
}
