#include "gpu/frame_ring.h"

#include <stdexcept>
#include <utility>

#include "gpu/device.h"

namespace sinew {

FrameRing::FrameRing(const Device& device, const FrameRingInfo& info)
    : device_(&device), maxTimestamps_(device.timestampValidBits() > 0 ? info.maxTimestamps : 0) {
    if (info.framesInFlight < 1 || info.framesInFlight > 3)
        throw std::invalid_argument("FrameRing: 1 to 3 frames in flight");
    const VkSemaphoreTypeCreateInfo timelineType{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                                 .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
    timeline_ = SemaphoreHandle(device, {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &timelineType});

    for (uint32_t i = 0; i < info.framesInFlight; ++i) {
        Frame& frame = frames_.emplace_back();
        frame.index = i;
        frame.pool = makeCommandPool(device);
        frame.commands = allocateCommands(device, frame.pool);
        frame.arena = FrameArena(device, info.arenaBytes);
        if (maxTimestamps_ > 0)
            frame.timestamps = QueryPoolHandle(device, {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                                        .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                                        .queryCount = maxTimestamps_});
        frame.imageAcquired = SemaphoreHandle(device, {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO});
    }
}

FrameRing::~FrameRing() {
    const VkSemaphoreWaitInfo waitInfo{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                       .semaphoreCount = 1,
                                       .pSemaphores = timeline_.address(),
                                       .pValues = &submitted_};
    vkWaitSemaphores(*device_, &waitInfo, UINT64_MAX);  // a destructor cannot report a lost device
}

Frame& FrameRing::begin() {
    Frame& frame = frames_[next_];
    wait(frame.doneValue);
    readTimestamps(frame);
    VK_REQUIRE(vkResetCommandPool(*device_, frame.pool, 0));
    frame.arena.reset();
    const VkCommandBufferBeginInfo beginInfo{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                             .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VK_REQUIRE(vkBeginCommandBuffer(frame.commands, &beginInfo));
    if (maxTimestamps_ > 0) vkCmdResetQueryPool(frame.commands, frame.timestamps, 0, maxTimestamps_);
    frame.timestampCount = 0;
    return frame;
}

uint64_t FrameRing::submit(Frame& frame, const std::optional<PresentSync>& present) {
    VK_REQUIRE(vkEndCommandBuffer(frame.commands));
    const PresentSync sync = present.value_or(PresentSync{});
    const VkSemaphoreSubmitInfo waitInfo{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                         .semaphore = sync.imageAcquired,
                                         .stageMask = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT};
    const VkSemaphoreSubmitInfo signalInfos[]{
        {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
         .semaphore = timeline_,
         .value = submitted_ + 1,
         .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT},
        {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
         .semaphore = sync.readyToPresent,
         .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT},
    };
    const VkCommandBufferSubmitInfo commandsInfo{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                                 .commandBuffer = frame.commands};
    const VkSubmitInfo2 submitInfo{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
                                   .waitSemaphoreInfoCount = present ? 1u : 0u,
                                   .pWaitSemaphoreInfos = &waitInfo,
                                   .commandBufferInfoCount = 1,
                                   .pCommandBufferInfos = &commandsInfo,
                                   .signalSemaphoreInfoCount = present ? 2u : 1u,
                                   .pSignalSemaphoreInfos = signalInfos};
    VK_REQUIRE(vkQueueSubmit2(device_->queue(), 1, &submitInfo, VK_NULL_HANDLE));
    frame.doneValue = ++submitted_;
    next_ = (frame.index + 1) % framesInFlight();
    return submitted_;
}

void FrameRing::wait(uint64_t value) const {
    const VkSemaphoreWaitInfo waitInfo{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                       .semaphoreCount = 1,
                                       .pSemaphores = timeline_.address(),
                                       .pValues = &value};
    VkResult result = VK_TIMEOUT;  // some drivers shorten the longest timeout
    while (result == VK_TIMEOUT)
        result = vkWaitSemaphores(*device_, &waitInfo, UINT64_MAX);
    require(result, "vkWaitSemaphores");
}

void FrameRing::writeTimestamp(Frame& frame) const {
    if (frame.timestampCount == maxTimestamps_) return;
    vkCmdWriteTimestamp2(frame.commands, VK_PIPELINE_STAGE_2_BOTTOM_OF_PIPE_BIT, frame.timestamps,
                         frame.timestampCount++);
}

void FrameRing::resizeArenas(VkDeviceSize capacityBytes) {
    waitIdle();
    std::vector<FrameArena> arenas;
    for (size_t i = 0; i < frames_.size(); ++i)
        arenas.emplace_back(*device_, capacityBytes);
    for (size_t i = 0; i < frames_.size(); ++i)
        frames_[i].arena = std::move(arenas[i]);
}

void FrameRing::readTimestamps(Frame& frame) const {
    frame.timestampMilliseconds.clear();
    if (frame.timestampCount == 0 || frame.doneValue == 0) return;
    std::vector<uint64_t> ticks(frame.timestampCount);
    const VkResult result =
        vkGetQueryPoolResults(*device_, frame.timestamps, 0, frame.timestampCount, ticks.size() * sizeof(uint64_t),
                              ticks.data(), sizeof(uint64_t), VK_QUERY_RESULT_64_BIT);
    if (result == VK_NOT_READY) return;  // recorded, but not submitted
    require(result, "vkGetQueryPoolResults");
    const uint32_t bits = device_->timestampValidBits();
    const uint64_t mask = bits >= 64 ? UINT64_MAX : (uint64_t{1} << bits) - 1;
    for (uint64_t tick : ticks)
        frame.timestampMilliseconds.push_back(static_cast<double>((tick - ticks.front()) & mask) *
                                              device_->limits().timestampPeriod * 1e-6);
}

}  // namespace sinew
