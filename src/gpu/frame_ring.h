#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gpu/handle.h"
#include "gpu/uniform_arena.h"

namespace sinew {

class Device;

/// All that one frame in flight touches.
struct Frame {
    uint32_t index = 0;  ///< its slot, 0 to framesInFlight - 1: for what others keep one of for each slot
    CommandPoolHandle pool;
    VkCommandBuffer commands = VK_NULL_HANDLE;  ///< recording between begin() and submit()
    UniformArena uniforms;
    QueryPoolHandle timestamps;     ///< null on a device without; reset at begin()
    SemaphoreHandle imageAcquired;  ///< for the swapchain's acquire
    uint64_t doneValue = 0;  ///< the timeline's value when the GPU is done with the slot's last submit; 0: none yet

    /// What the slot's previous submit wrote: milliseconds since its first timestamp. Empty unless it wrote all of
    /// them.
    std::vector<double> timestampMilliseconds;
};

struct FrameRingInfo {
    uint32_t framesInFlight = 2;    ///< 1 to 3
    VkDeviceSize uniformBytes = 0;  ///< capacity of each frame's arena
    uint32_t timestampCount = 2;    ///< 0: none
};

/// The semaphores of a frame that draws into a swapchain image. Colour output waits for the image.
struct PresentSync {
    VkSemaphore imageAcquired = VK_NULL_HANDLE;
    VkSemaphore readyToPresent = VK_NULL_HANDLE;
};

/// Records a frame while the GPU still draws those before it. One timeline semaphore counts the frames.
class FrameRing {
  public:
    /// Throws std::invalid_argument when framesInFlight is not 1 to 3.
    FrameRing(const Device& device, const FrameRingInfo& info);
    ~FrameRing();  ///< waits until the frames are done
    FrameRing(const FrameRing&) = delete;
    FrameRing& operator=(const FrameRing&) = delete;

    /// Waits until the GPU is done with the next slot, empties it and starts its commands. A frame that is begun and
    /// not submitted (the swapchain had no image) is simply begun again.
    Frame& begin();

    /// Ends the commands and hands them to the queue. Returns the timeline's value that says the frame is done.
    uint64_t submit(Frame& frame, const std::optional<PresentSync>& present = {});

    bool isDone(uint64_t value) const;
    void wait(uint64_t value) const;
    void waitIdle() const { wait(submitted_); }  ///< until all submitted frames are done

    /// Writes timestamp `query` (0 to timestampCount - 1) when the commands before it are done; nothing on a device
    /// without.
    static void writeTimestamp(const Frame& frame, uint32_t query);

    uint32_t framesInFlight() const { return static_cast<uint32_t>(frames_.size()); }
    Frame& frame(uint32_t slot) { return frames_[slot]; }

    /// Waits, and gives each frame a new arena of that capacity. Descriptors that name the old buffers must be written
    /// anew.
    void resizeUniforms(VkDeviceSize uniformBytes);

    /// Fills frame.timestampMilliseconds; the frame's last submit is done. begin() does it, too.
    void readTimestamps(Frame& frame) const;

  private:
    const Device* device_;
    uint32_t timestampCount_ = 0;
    SemaphoreHandle timeline_;
    std::vector<Frame> frames_;
    uint64_t submitted_ = 0;
    uint32_t next_ = 0;
};

}  // namespace sinew
