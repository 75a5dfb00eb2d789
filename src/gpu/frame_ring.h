#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gpu/frame_arena.h"
#include "gpu/handle.h"

namespace sinew {

class Device;

/// Everything that one frame in flight uses.
struct Frame {
    uint32_t index = 0;  ///< 0 to framesInFlight - 1
    CommandPoolHandle pool;
    VkCommandBuffer commands = VK_NULL_HANDLE;  ///< recording between begin() and submit()
    FrameArena arena;
    QueryPoolHandle timestamps;     ///< null on a device without timestamps; reset by begin()
    uint32_t timestampCount = 0;    ///< written since begin()
    SemaphoreHandle imageAcquired;  ///< for Swapchain::acquire()
    uint64_t doneValue = 0;         ///< timeline value that the last submit signals; 0: not submitted yet

    /// Timestamps of the previous submit, in milliseconds since the first one.
    std::vector<double> timestampMilliseconds;
};

struct FrameRingInfo {
    uint32_t framesInFlight = 2;  ///< 1 to 3
    VkDeviceSize arenaBytes = 0;  ///< capacity of each frame's arena
    uint32_t maxTimestamps = 8;   ///< 0: no timestamps
};

/// Semaphores of a frame that draws into a swapchain image. Color output waits for `imageAcquired`.
struct PresentSync {
    VkSemaphore imageAcquired = VK_NULL_HANDLE;
    VkSemaphore readyToPresent = VK_NULL_HANDLE;
};

/// The frames in flight: one is recorded while the GPU still draws the ones before it. A timeline semaphore counts
/// submits.
class FrameRing {
  public:
    /// @throws std::invalid_argument unless framesInFlight is 1 to 3.
    FrameRing(const Device& device, const FrameRingInfo& info);
    ~FrameRing();  ///< waits for all frames
    FrameRing(const FrameRing&) = delete;
    FrameRing& operator=(const FrameRing&) = delete;

    /// Waits until the GPU is done with the next frame, resets it and begins its commands. A frame that was begun but
    /// not submitted (no swapchain image was available) is begun again.
    Frame& begin();

    /// Ends and submits the commands. Returns the timeline value that signals completion.
    uint64_t submit(Frame& frame, const std::optional<PresentSync>& present = {});

    void wait(uint64_t value) const;
    void waitIdle() const { wait(submitted_); }  ///< for all submitted frames

    /// Writes the frame's next timestamp once the commands before it are done. No-op on a device without timestamps,
    /// and after FrameRingInfo::maxTimestamps.
    void writeTimestamp(Frame& frame) const;

    uint32_t framesInFlight() const { return static_cast<uint32_t>(frames_.size()); }
    Frame& frame(uint32_t index) { return frames_[index]; }

    /// Waits for all frames and replaces their arenas, also that of a begun frame. Descriptors of the old buffers must
    /// be written again. If the memory does not suffice, nothing changes.
    void resizeArenas(VkDeviceSize capacityBytes);

    /// Fills frame.timestampMilliseconds, as begin() does. The frame's last submit must be done.
    void readTimestamps(Frame& frame) const;

  private:
    const Device* device_;
    uint32_t maxTimestamps_ = 0;
    SemaphoreHandle timeline_;
    std::vector<Frame> frames_;
    uint64_t submitted_ = 0;
    uint32_t next_ = 0;
};

}  // namespace sinew
