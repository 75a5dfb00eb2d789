// The GPU objects on any device, with core and synchronization validation and without any message.

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/error.h"
#include "gpu/barrier.h"
#include "gpu/buffer.h"
#include "gpu/compile_glsl.h"
#include "gpu/device.h"
#include "gpu/frame_ring.h"
#include "gpu/image.h"
#include "gpu/instance.h"
#include "gpu/physical_device.h"
#include "gpu/pipeline.h"
#include "gpu/readback.h"
#include "gpu/upload.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

using namespace sinew;
using Catch::Matchers::ContainsSubstring;

namespace {

/// The fixture of cases with a device of their own. Checks the messages after it is destroyed, when leaks have been
/// reported, too.
class OnDevice {
  public:
    ~OnDevice() {
        own_.reset();
        CHECK(instance_.validationMessages() == 0);
    }

  private:
    const Instance instance_{{.validation = true}};
    std::optional<Device> own_{std::in_place, instance_};

  protected:
    const Device& device = *own_;
};

std::vector<std::byte> bytesUpTo(size_t count) {
    std::vector<std::byte> bytes(count);
    for (size_t i = 0; i < count; ++i)
        bytes[i] = static_cast<std::byte>(i * 7 + i / 256);
    return bytes;
}

std::vector<std::byte> contentOf(const Device& device, const Buffer& buffer, VkDeviceSize sizeBytes) {
    const Buffer back(device, sizeBytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryKind::readback);
    runOnce(device, [&](VkCommandBuffer commands) {
        const VkBufferCopy region{.size = sizeBytes};
        vkCmdCopyBuffer(commands, buffer, back, 1, &region);
        memoryBarrier(commands, VK_PIPELINE_STAGE_2_COPY_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT,
                      VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT);
    });
    return {back.mapped().begin(), back.mapped().end()};
}

/// One level of an image that is kSampled, as bytes.
std::vector<uint8_t> levelOf(const Device& device, const Image& image, uint32_t level) {
    const uint32_t width = std::max(image.extent().width >> level, 1u);
    const uint32_t height = std::max(image.extent().height >> level, 1u);
    const Buffer back(device, width * height * 4, VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryKind::readback);
    runOnce(device, [&](VkCommandBuffer commands) {
        imageBarrier(commands, image, kSampled, kCopySource);
        const VkBufferImageCopy region{
            .imageSubresource = {.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .mipLevel = level, .layerCount = 1},
            .imageExtent = {width, height, 1}};
        vkCmdCopyImageToBuffer(commands, image, kCopySource.layout, back, 1, &region);
        imageBarrier(commands, image, kCopySource, kSampled);
        memoryBarrier(commands, VK_PIPELINE_STAGE_2_COPY_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT,
                      VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT);
    });
    std::vector<uint8_t> texels(back.mapped().size());
    std::memcpy(texels.data(), back.mapped().data(), texels.size());
    return texels;
}

/// Clears the image by dynamic rendering, runs `draw` inside, and leaves it as kCopySource.
void renderInto(VkCommandBuffer commands, const Image& image, const VkClearColorValue& color,
                const std::function<void()>& draw = {}) {
    imageBarrier(commands, image, discarded(kColorAttachment), kColorAttachment);
    const VkRenderingAttachmentInfo attachment{.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                               .imageView = image.view(),
                                               .imageLayout = kColorAttachment.layout,
                                               .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                               .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                               .clearValue = {.color = color}};
    const VkRenderingInfo rendering{.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                                    .renderArea = {.extent = image.extent()},
                                    .layerCount = 1,
                                    .colorAttachmentCount = 1,
                                    .pColorAttachments = &attachment};
    vkCmdBeginRendering(commands, &rendering);
    if (draw) draw();
    vkCmdEndRendering(commands);
    imageBarrier(commands, image, kColorAttachment, kCopySource);
}

constexpr VkImageUsageFlags kTargetUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
constexpr VkImageUsageFlags kTextureUsage =
    VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;

Spirv compiled(const std::string& text, VkShaderStageFlagBits stage) {
    const auto result = compileGlsl(text, "test", stage);
    if (const auto* error = std::get_if<ShaderError>(&result)) FAIL(error->text);
    return std::get<Spirv>(result);
}

/// The text of the error that `act` throws for that exit.
std::string thrownFor(Exit exit, const std::function<void()>& act) {
    try {
        act();
    } catch (const Error& error) {
        CHECK(error.exit() == exit);
        return error.what();
    }
    FAIL("no error");
    return "";
}

bool isFilledWith(const std::vector<uint8_t>& picture, std::array<uint8_t, 4> color) {
    for (size_t i = 0; i < picture.size(); ++i)
        if (picture[i] != color[i % 4]) return false;
    return !picture.empty();
}

}  // namespace

TEST_CASE("listDevices names at least one device that can draw") {
    const Instance instance;
    const std::vector<DeviceInfo> devices = listDevices(instance);
    REQUIRE_FALSE(devices.empty());
    CHECK(std::ranges::any_of(devices, &DeviceInfo::usable));
    for (const DeviceInfo& device : devices) {
        CHECK_FALSE(device.name.empty());
        CHECK_FALSE(device.type.empty());
        CHECK(device.apiVersion.starts_with("1."));
    }
}

TEST_CASE("a device is picked by its index and by a part of its name in any case") {
    const Instance instance;
    const std::vector<DeviceInfo> devices = listDevices(instance);
    const auto usable = std::ranges::find_if(devices, &DeviceInfo::usable);
    REQUIRE(usable != devices.end());
    CHECK(pickDevice(instance, std::to_string(usable - devices.begin()), VK_NULL_HANDLE) == usable->physicalDevice);
    std::string part = usable->name.substr(0, 5);
    std::ranges::transform(part, part.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    CHECK(pickDevice(instance, part, VK_NULL_HANDLE) == usable->physicalDevice);
}

TEST_CASE("an unknown device is an error that lists the available ones") {
    const Instance instance;
    const std::string present = listDevices(instance).at(0).name;
    for (const char* wanted : {"no such device", "99"})
        CHECK_THAT(thrownFor(Exit::environment, [&] { pickDevice(instance, wanted, VK_NULL_HANDLE); }),
                   ContainsSubstring(wanted) && ContainsSubstring(present));
}

TEST_CASE("an unexpected result is reported with the call, the place and the result") {
    CHECK_THAT(thrownFor(Exit::device, [] { VK_REQUIRE(VK_ERROR_DEVICE_LOST); }),
               ContainsSubstring("test_gpu_objects.cpp:") && ContainsSubstring("VK_ERROR_DEVICE_LOST"));
    CHECK_NOTHROW(VK_REQUIRE(VK_SUCCESS));
    CHECK(std::string(resultName(static_cast<VkResult>(-12345))) == "VkResult -12345");
    CHECK_THAT(thrownFor(Exit::environment, [] { require(VK_ERROR_OUT_OF_DEVICE_MEMORY, "vkAllocateMemory"); }),
               ContainsSubstring("vkAllocateMemory returned VK_ERROR_OUT_OF"));
}

TEST_CASE("a borrowed device draws, and is left to its owner") {
    const Instance instance({.validation = true});
    {
        const Device owner(instance);
        const BorrowedDevice lent{.instance = instance,
                                  .physicalDevice = owner.physicalDevice(),
                                  .device = owner,
                                  .queueFamily = owner.queueFamily(),
                                  .queue = owner.queue()};
        {
            const Device borrower(lent);
            CHECK(borrower.name() == owner.name());
            CHECK_FALSE(borrower.features().wireframe);  // not said to be enabled
            const Buffer buffer(borrower, 64, VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryKind::readback);
            runOnce(borrower, [&](VkCommandBuffer commands) { vkCmdFillBuffer(commands, buffer, 0, 64, 7); });
        }
        BorrowedDevice wrong = lent;
        wrong.queueFamily = 99;
        CHECK_THROWS_WITH(Device(wrong), ContainsSubstring("the queue family 99 is not for graphics and compute"));
        owner.waitIdle();
    }
    CHECK(instance.validationMessages() == 0);
}

TEST_CASE("validation messages are counted") {
    const Instance instance({.validation = true});
    const Device device(instance);
    const BufferHandle withoutUsage(device, {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 16, .usage = 0});
    CHECK(instance.validationMessages() == 1);
}

TEST_CASE_METHOD(OnDevice, "the number of samples is a power of two, at most the requested one") {
    CHECK(device.usableSamples(0) == VK_SAMPLE_COUNT_1_BIT);
    CHECK(device.usableSamples(1) == VK_SAMPLE_COUNT_1_BIT);
    CHECK(device.usableSamples(4) == VK_SAMPLE_COUNT_4_BIT);  // every Vulkan device has 4
    CHECK(device.usableSamples(3) <= VK_SAMPLE_COUNT_2_BIT);
    CHECK(device.usableSamples(7) == VK_SAMPLE_COUNT_4_BIT);
    const Image largest(device, {.format = device.depthFormat(),
                                 .extent = {8, 8},
                                 .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
                                 .samples = device.usableSamples(64)});
    CHECK(largest.samples() >= VK_SAMPLE_COUNT_4_BIT);
}

TEST_CASE_METHOD(OnDevice, "buffers have the requested size, and only host-visible ones are mapped") {
    const VkDeviceSize sizeBytes = GENERATE(0, 1, 4, 1000, 65536);
    for (MemoryKind kind : {MemoryKind::device, MemoryKind::upload, MemoryKind::readback}) {
        const Buffer buffer(device, sizeBytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, kind);
        CHECK(VkBuffer{buffer} != VK_NULL_HANDLE);
        CHECK(buffer.sizeBytes() == sizeBytes);
        CHECK(buffer.mapped().size() == (kind == MemoryKind::device ? 0 : sizeBytes));
    }
}

TEST_CASE_METHOD(OnDevice, "a handle moves, and is destroyed once") {
    const VkBufferCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 16, .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT};
    BufferHandle first(device, info);
    const VkBuffer raw = first;
    BufferHandle second = std::move(first);
    CHECK(VkBuffer{first} == VK_NULL_HANDLE);
    CHECK(VkBuffer{second} == raw);
    BufferHandle third(device, info);
    third = std::move(second);
    CHECK(VkBuffer{third} == raw);
    third = BufferHandle();
    CHECK(VkBuffer{third} == VK_NULL_HANDLE);
}

TEST_CASE_METHOD(OnDevice, "uploaded bytes come back unchanged") {
    const std::vector<std::byte> small = bytesUpTo(13);
    const std::vector<std::byte> large = bytesUpTo((17u << 20) + 3);  // more than one staging chunk
    const Buffer first(device, 40, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryKind::device);
    const Buffer second(device, large.size(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryKind::device);
    Uploader uploader(device);
    uploader.add(first, small);
    uploader.add(second, large);
    uploader.add(first, small, 20);
    CHECK_THROWS_AS(uploader.add(first, small, 30), std::invalid_argument);
    uploader.finish();
    const std::vector<std::byte> firstBack = contentOf(device, first, 40);
    CHECK(std::equal(small.begin(), small.end(), firstBack.begin()));
    CHECK(std::equal(small.begin(), small.end(), firstBack.begin() + 20));
    CHECK(contentOf(device, second, large.size()) == large);
}

TEST_CASE_METHOD(OnDevice, "what is staged does not grow with all that is uploaded") {
    const std::vector<std::byte> bytes = bytesUpTo(40u << 20);
    const Buffer target(device, bytes.size(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryKind::device);
    Uploader uploader(device);
    uploader.add(target, bytes);
    uploader.add(target, std::vector<std::byte>(bytes.size()));
    CHECK(std::ranges::equal(contentOf(device, target, bytes.size()), bytes));
    uploader.finish();
    CHECK(std::ranges::count(contentOf(device, target, bytes.size()), std::byte{0}) == std::ssize(bytes));
}

TEST_CASE_METHOD(OnDevice, "an uploaded image comes back unchanged, in RGBA order") {
    const VkFormat format = GENERATE(VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8G8B8A8_SRGB, VK_FORMAT_B8G8R8A8_UNORM);
    const VkExtent2D extent{37, 5};
    std::vector<std::byte> texels = bytesUpTo(37 * 5 * 4);
    const Image image(device, {.format = format, .extent = extent, .usage = kTextureUsage});
    Uploader uploader(device);
    CHECK_THROWS_AS(uploader.add(image, std::span(texels).first(36)), std::invalid_argument);
    uploader.add(image, texels);
    uploader.finish();

    const Readback readback(device, extent, format);
    runOnce(device, [&](VkCommandBuffer commands) {
        imageBarrier(commands, image, kSampled, kCopySource);
        readback.record(commands, image);
    });
    const std::vector<uint8_t> picture = readback.rgba8();
    if (format == VK_FORMAT_B8G8R8A8_UNORM)
        for (size_t i = 0; i < texels.size(); i += 4)
            std::swap(texels[i], texels[i + 2]);
    REQUIRE(picture.size() == texels.size());
    CHECK(std::memcmp(picture.data(), texels.data(), texels.size()) == 0);
}

TEST_CASE_METHOD(OnDevice, "mip levels that are uploaded stay as they are") {
    const Image image(device,
                      {.format = VK_FORMAT_R8G8B8A8_UNORM, .extent = {8, 4}, .usage = kTextureUsage, .levelCount = 3});
    const std::vector<std::byte> texels = bytesUpTo((8 * 4 + 4 * 2 + 2 * 1) * 4);
    const std::array levels{std::span(texels).first(128), std::span(texels).subspan(128, 32),
                            std::span(texels).subspan(160)};
    Uploader uploader(device);
    CHECK_THROWS_AS(uploader.addLevels(image, std::span(levels).first(2)), std::invalid_argument);
    const std::array wrong{levels[0], levels[2], levels[1]};
    CHECK_THROWS_AS(uploader.addLevels(image, wrong), std::invalid_argument);
    uploader.addLevels(image, levels);
    uploader.finish();
    for (uint32_t level = 0; level < 3; ++level) {
        const std::vector<uint8_t> back = levelOf(device, image, level);
        REQUIRE(back.size() == levels[level].size());
        CHECK(std::memcmp(back.data(), levels[level].data(), back.size()) == 0);
    }
}

TEST_CASE_METHOD(OnDevice, "mip levels of blocks are uploaded with whole blocks at their edges") {
    if (!device.features().blocks) SKIP("the device has no BC formats");
    const auto sizeOf = [&](VkFormat format, uint32_t levelCount) {
        const Image image(device, {.format = format,
                                   .extent = {5, 3},
                                   .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                                   .levelCount = levelCount});
        Uploader uploader(device);
        size_t size = 0;
        const auto fill = [&](std::span<std::byte> out) {
            size = out.size();
            std::ranges::fill(out, std::byte{0});
        };
        uploader.add(image, fill, levelCount);
        if (levelCount > 2) CHECK_THROWS_AS(uploader.add(image, fill, 2), std::invalid_argument);
        uploader.finish();
        return size;
    };
    CHECK(sizeOf(VK_FORMAT_BC1_RGBA_SRGB_BLOCK, 3) == 16 + 8 + 8);
    CHECK(sizeOf(VK_FORMAT_BC4_UNORM_BLOCK, 1) == 16);
    CHECK(sizeOf(VK_FORMAT_BC7_UNORM_BLOCK, 3) == 32 + 16 + 16);
}

TEST_CASE("a full mip chain ends at one texel") {
    CHECK(fullLevelCount({1, 1}) == 1);
    CHECK(fullLevelCount({4, 4}) == 3);
    CHECK(fullLevelCount({7, 1}) == 3);
    CHECK(fullLevelCount({1, 1024}) == 11);
}

TEST_CASE_METHOD(OnDevice, "mip levels are averaged in linear light") {
    // Columns of black and white: the half is 128 as numbers, and 188 in sRGB.
    const bool srgb = GENERATE(false, true);
    const VkFormat format = srgb ? VK_FORMAT_R8G8B8A8_SRGB : VK_FORMAT_R8G8B8A8_UNORM;
    const VkExtent2D extent{8, 4};
    std::vector<std::byte> texels(8 * 4 * 4);
    for (size_t i = 0; i < texels.size(); ++i)
        texels[i] = i % 4 == 3 || i / 4 % 2 == 1 ? std::byte{255} : std::byte{0};
    const Image image(
        device, {.format = format, .extent = extent, .usage = kTextureUsage, .levelCount = fullLevelCount(extent)});
    Uploader uploader(device);
    uploader.add(image, texels);
    uploader.finish();

    REQUIRE(image.levelCount() == 4);
    CHECK(std::memcmp(levelOf(device, image, 0).data(), texels.data(), texels.size()) == 0);
    const int expected = srgb ? 188 : 128;
    for (uint32_t level = 1; level < 4; ++level) {
        const std::vector<uint8_t> smaller = levelOf(device, image, level);
        REQUIRE(smaller.size() == std::max(8u >> level, 1u) * std::max(4u >> level, 1u) * 4);
        for (size_t i = 0; i < smaller.size(); ++i)
            CHECK(std::abs(smaller[i] - (i % 4 == 3 ? 255 : expected)) <= 2);
    }
}

TEST_CASE_METHOD(OnDevice, "a pipeline draws with its specialization constants over existing contents") {
    const Spirv vertexWords = compiled(R"(#version 460
void main() { gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4.0 - 1.0, 0.5, 1.0); })",
                                       VK_SHADER_STAGE_VERTEX_BIT);
    const Spirv fragmentWords = compiled(R"(#version 460
layout(constant_id = 3) const int green = 0;
layout(constant_id = 5) const float alpha = 0.0;
layout(location = 0) out vec4 color;
void main() { color = vec4(1.0, green / 255.0, 0.0, alpha); })",
                                         VK_SHADER_STAGE_FRAGMENT_BIT);
    const ShaderModuleHandle vertex = makeShaderModule(device, vertexWords);
    const ShaderModuleHandle fragment = makeShaderModule(device, fragmentWords);
    const bool blend = GENERATE(false, true);
    const PipelineLayoutHandle layout = makePipelineLayout(device, {});
    const GraphicsPipelineHandle pipeline = makeGraphicsPipeline(
        device, {.layout = layout,
                 .stages = {{VK_SHADER_STAGE_VERTEX_BIT, vertex, {}},
                            {VK_SHADER_STAGE_FRAGMENT_BIT, fragment, {{3, 51}, {5, std::bit_cast<uint32_t>(0.2f)}}}},
                 .blend = blend,
                 .colorFormat = VK_FORMAT_R8G8B8A8_UNORM});
    const Image image(device, {.format = VK_FORMAT_R8G8B8A8_UNORM, .extent = {16, 16}, .usage = kTargetUsage});
    const Readback readback(device, image.extent(), image.format());
    runOnce(device, [&](VkCommandBuffer commands) {
        renderInto(commands, image, {.float32 = {0.0f, 0.0f, 1.0f, 0.5f}}, [&] {
            const VkViewport viewport{.width = 16, .height = 16, .maxDepth = 1};
            const VkRect2D scissor{.extent = {16, 16}};
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
            vkCmdSetViewport(commands, 0, 1, &viewport);
            vkCmdSetScissor(commands, 0, 1, &scissor);
            vkCmdSetCullMode(commands, VK_CULL_MODE_NONE);
            vkCmdSetFrontFace(commands, VK_FRONT_FACE_COUNTER_CLOCKWISE);
            vkCmdDraw(commands, 3, 1, 0, 0);
        });
        readback.record(commands, image);
    });
    // Blended: 0.2 of (255, 51, 0) over 0.8 of (0, 0, 255); coverage 0.2 + 0.8 * 0.5.
    if (blend)
        CHECK(isFilledWith(readback.rgba8(), {51, 10, 204, 153}));
    else
        CHECK(isFilledWith(readback.rgba8(), {255, 51, 0, 51}));
}

TEST_CASE_METHOD(OnDevice, "the frame arena aligns, rejects overflow and starts over") {
    const VkDeviceSize alignment = device.limits().minUniformBufferOffsetAlignment;
    CHECK(FrameArena::alignedBytes(device, 1) == alignment);
    CHECK(FrameArena::alignedBytes(device, alignment) == alignment);
    FrameArena arena(device, 3 * alignment);
    CHECK(arena.allocate(1).offset == 0);
    const ArenaSlice second = arena.allocate(alignment + 1);
    CHECK(second.offset == alignment);
    CHECK(second.bytes.size() == alignment + 1);
    CHECK_THROWS_AS(arena.allocate(1), std::length_error);
    arena.reset();
    CHECK(arena.allocate(3 * alignment).offset == 0);
    CHECK(arena.usedBytes() == arena.capacityBytes());
}

TEST_CASE_METHOD(OnDevice, "each frame in flight draws and reads back its own picture") {
    const uint32_t framesInFlight = GENERATE(1u, 2u, 3u);
    FrameRing ring(device, {.framesInFlight = framesInFlight, .arenaBytes = 1024});
    REQUIRE(ring.framesInFlight() == framesInFlight);
    const VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
    const Image image(device, {.format = format, .extent = {8, 8}, .usage = kTargetUsage});
    std::vector<Readback> readbacks;
    for (uint32_t i = 0; i < framesInFlight; ++i)
        readbacks.emplace_back(device, image.extent(), format);

    constexpr uint32_t kFrameCount = 10;
    std::vector<uint64_t> doneValues;
    const auto expectPictureOf = [&](uint32_t number) {
        const auto red = static_cast<uint8_t>(number * 20);
        CHECK(isFilledWith(readbacks[number % framesInFlight].rgba8(), {red, 0, 0, 255}));
    };
    for (uint32_t number = 0; number < kFrameCount; ++number) {
        Frame& frame = ring.begin();
        CHECK(frame.index == number % framesInFlight);
        CHECK(frame.arena.usedBytes() == 0);
        if (number >= framesInFlight) {
            expectPictureOf(number - framesInFlight);
            if (device.timestampValidBits() > 0) {
                REQUIRE(frame.timestampMilliseconds.size() == 2);
                CHECK(frame.timestampMilliseconds[0] == 0.0);
                CHECK(frame.timestampMilliseconds[1] >= 0.0);
            }
        } else {
            CHECK(frame.timestampMilliseconds.empty());
        }
        frame.arena.allocate(100);
        ring.writeTimestamp(frame);
        // All frames share the image: the copy of the previous frame must end before it is drawn again.
        imageBarrier(frame.commands, image, discarded(kCopySource), kColorAttachment);
        renderInto(frame.commands, image, {.float32 = {static_cast<float>(number) * 20.0f / 255.0f, 0, 0, 1}});
        readbacks[frame.index].record(frame.commands, image);
        ring.writeTimestamp(frame);
        doneValues.push_back(ring.submit(frame));
    }
    ring.waitIdle();
    CHECK(std::ranges::is_sorted(doneValues, std::less_equal{}));
    for (uint32_t number = kFrameCount - framesInFlight; number < kFrameCount; ++number)
        expectPictureOf(number);
}

TEST_CASE_METHOD(OnDevice, "a frame that was begun and not submitted can be begun again") {
    FrameRing ring(device, {.framesInFlight = 2, .arenaBytes = 256});
    const uint32_t index = ring.begin().index;
    Frame& again = ring.begin();
    CHECK(again.index == index);
    ring.submit(again);
    CHECK(ring.begin().index != index);
}

TEST_CASE_METHOD(OnDevice, "resizeArenas gives each frame a new arena") {
    FrameRing ring(device, {.framesInFlight = 3, .arenaBytes = 256});
    ring.submit(ring.begin());
    ring.resizeArenas(8192);
    for (uint32_t slot = 0; slot < 3; ++slot)
        CHECK(ring.frame(slot).arena.capacityBytes() == 8192);
    ring.submit(ring.begin());
}

TEST_CASE_METHOD(OnDevice, "one to three frames can be in flight, no other number") {
    CHECK_THROWS_AS(FrameRing(device, {.framesInFlight = 0}), std::invalid_argument);
    CHECK_THROWS_AS(FrameRing(device, {.framesInFlight = 4}), std::invalid_argument);
}

TEST_CASE_METHOD(OnDevice, "a sampler's anisotropy is clamped to the limit of the device") {
    CHECK(VkSampler{makeSampler(device, {.anisotropy = 1000.0f})} != VK_NULL_HANDLE);
    CHECK(VkSampler{makeSampler(device, {.magnify = VK_FILTER_NEAREST})} != VK_NULL_HANDLE);
}

TEST_CASE("GLSL compiles to SPIR-V, with includes relative to the including file") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "below");
    std::ofstream(folder / "shared.h") << "#include \"below/inner.h\"\n#define SIZE INNER\n";
    std::ofstream(folder / "below/inner.h") << "#define INNER 64\n";
    const std::string text = "#version 460\n#include \"shared.h\"\nlayout(local_size_x = SIZE) in;\nvoid main() {}\n";
    const auto result = compileGlsl(text, (folder / "test.comp").string(), VK_SHADER_STAGE_COMPUTE_BIT);
    REQUIRE(std::holds_alternative<Spirv>(result));
    CHECK(std::get<Spirv>(result).at(0) == 0x07230203);

    std::ofstream(folder / "file.comp") << text;
    CHECK(std::holds_alternative<Spirv>(compileGlslFile(folder / "file.comp")));
}

TEST_CASE("shader errors name the file and line") {
    const TemporaryFolder folder;
    const auto errorOf = [](const std::variant<Spirv, ShaderError>& result) {
        return std::holds_alternative<ShaderError>(result) ? std::get<ShaderError>(result).text : "compiled";
    };
    CHECK_THAT(
        errorOf(compileGlsl("#version 460\nvoid main() { nonsense; }\n", "broken.vert", VK_SHADER_STAGE_VERTEX_BIT)),
        ContainsSubstring("broken.vert:2: error: 'nonsense'"));
    CHECK_THAT(errorOf(compileGlsl("#version 460\n#include \"nowhere.h\"\n", "a.frag", VK_SHADER_STAGE_FRAGMENT_BIT)),
               ContainsSubstring("no such file: nowhere.h"));
    CHECK_THAT(errorOf(compileGlslFile(folder / "missing.frag")), ContainsSubstring("missing.frag: no such file"));
    CHECK_THAT(errorOf(compileGlslFile(folder / "odd.glsl")), ContainsSubstring("not a .vert"));
}

TEST_CASE("a missing window extension is the environment's error") {
    CHECK_THAT(thrownFor(Exit::environment, [] { Instance({.extensions = {"VK_SINEW_no_such_extension"}}); }),
               ContainsSubstring("VK_SINEW_no_such_extension"));
}
