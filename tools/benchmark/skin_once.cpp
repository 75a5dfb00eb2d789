// A frame that draws the model with its shadow, and with its ambient occlusion: skinned in the vertex stage of every
// pass, and once by a compute pass.

#include <array>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "animation/pose/palette.h"
#include "app/stage/stage.h"
#include "benchmark/large_skin.h"
#include "benchmark/open_device.h"
#include "benchmark/rounds.h"
#include "gpu/barrier.h"
#include "gpu/buffer.h"
#include "gpu/compile_glsl.h"
#include "gpu/descriptor.h"
#include "gpu/frame_ring.h"
#include "gpu/pipeline.h"
#include "gpu/shader.h"
#include "render/gpu_model.h"
#include "render/layouts.h"
#include "render/offscreen.h"
#include "render/packed_vertex.h"
#include "render/renderer.h"
#include "render/shader_library.h"
#include "support/process.h"
#include "support/temporary_folder.h"

using namespace sinew;

namespace {

constexpr VkExtent2D kPicture{640, 360};
constexpr VkShaderStageFlags kCompute = VK_SHADER_STAGE_COMPUTE_BIT;
constexpr VkDescriptorType kStorageBuffer = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;

/// The compute pass, for all draws of a model.
class VertexSkinner {
  public:
    VertexSkinner(const Device& device, const GpuModel& model)
        : model_(&model),
          vertices_(packedVertices(device, model)),
          palettes_(device, matrixCount(model) * sizeof(glm::mat4), kUsage, MemoryKind::upload),
          skinned_(device, vertices_.sizeBytes() / sizeof(PackedVertex) * kSkinnedBytes, kUsage, MemoryKind::device) {
        std::array<VkDescriptorSetLayoutBinding, 3> bindings{};
        for (uint32_t i = 0; i < bindings.size(); ++i)
            bindings[i] = {i, kStorageBuffer, 1, kCompute, nullptr};
        setLayout_ = makeDescriptorSetLayout(device, bindings);
        layout_ =
            makePipelineLayout(device, {setLayout_.address(), 1}, std::array{VkPushConstantRange{kCompute, 0, 12}});
        const auto compiled = compileGlslFile(SINEW_SOURCE_DIR "/tools/benchmark/skin_once.comp");
        if (const auto* error = std::get_if<ShaderError>(&compiled)) throw std::runtime_error(error->text);
        const ShaderModuleHandle module = makeShaderModule(device, std::get<Spirv>(compiled));
        pipeline_ = makeComputePipeline(device, layout_, {VK_SHADER_STAGE_COMPUTE_BIT, module, {}});
        pool_ = makeDescriptorPool(device, 1, std::array{VkDescriptorPoolSize{kStorageBuffer, 3}});
        set_ = allocateDescriptorSet(device, pool_, setLayout_);
        writeBuffer(device, set_, 0, kStorageBuffer, vertices_);
        writeBuffer(device, set_, 1, kStorageBuffer, palettes_);
        writeBuffer(device, set_, 2, kStorageBuffer, skinned_);
    }

    void record(VkCommandBuffer commands, std::span<const glm::mat4> worldFromNode) {
        auto* const palettes = reinterpret_cast<glm::mat4*>(palettes_.mapped().data());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0, 1, &set_, 0, nullptr);
        std::array<uint32_t, 3> constants{};
        for (const GpuModel::Draw& draw : model_->draws()) {
            writePalette(draw.bones, draw.palette, worldFromNode, {palettes + constants[2], draw.palette.size()});
            constants[1] = static_cast<uint32_t>(draw.vertices.size());
            vkCmdPushConstants(commands, layout_, kCompute, 0, sizeof(constants), constants.data());
            vkCmdDispatch(commands, (constants[1] + 63) / 64, 1, 1);
            constants[0] += constants[1];
            constants[2] += static_cast<uint32_t>(draw.palette.size());
        }
        memoryBarrier(commands, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
                      VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT, VK_ACCESS_2_VERTEX_ATTRIBUTE_READ_BIT);
    }

  private:
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    static constexpr VkDeviceSize kSkinnedBytes = 20;

    static Buffer packedVertices(const Device& device, const GpuModel& model) {
        std::vector<PackedVertex> packed;
        for (const GpuModel::Draw& draw : model.draws()) {
            // The draw's own packing, but for the indices, which only name matrices.
            MeshPart part{.bones = {draw.palette.begin(), draw.palette.end()},
                          .vertices = {draw.vertices.begin(), draw.vertices.end()}};
            for (const uint32_t vertex : part.vertices) {
                PaletteIndices& indices = part.paletteIndices.emplace_back();
                for (size_t i = 0; i < indices.size(); ++i)
                    indices[i] = static_cast<uint8_t>(draw.mesh->influences[vertex].bones[i] % draw.palette.size());
            }
            const std::vector<PackedVertex> vertices = packVertices(*draw.mesh, part);
            packed.insert(packed.end(), vertices.begin(), vertices.end());
        }
        Buffer buffer(device, std::span(packed).size_bytes(), kUsage, MemoryKind::upload);
        std::memcpy(buffer.mapped().data(), packed.data(), std::span(packed).size_bytes());
        return buffer;
    }

    static size_t matrixCount(const GpuModel& model) {
        size_t count = 0;
        for (const GpuModel::Draw& draw : model.draws())
            count += draw.palette.size();
        return count;
    }

    const GpuModel* model_;
    Buffer vertices_, palettes_, skinned_;
    DescriptorSetLayoutHandle setLayout_;
    PipelineLayoutHandle layout_;
    ComputePipelineHandle pipeline_;
    DescriptorPoolHandle pool_;
    VkDescriptorSet set_;
};

/// The program's shaders, except that the vertex stage reads one matrix: what is left where vertices are skinned.
std::filesystem::path writeUnskinnedShaders(const std::filesystem::path& folder) {
    const std::filesystem::path shaders = folder / "shaders";
    std::filesystem::copy(SINEW_SOURCE_DIR "/shaders", shaders);
    const std::filesystem::path file = shaders / "skinning.glsl";
    std::string text = readFile(file);
    const std::string blended = "mat4 blended = blendMatrices(indices, weights);";
    const size_t at = text.find(blended);
    if (at == std::string::npos) throw std::logic_error("skinning.glsl blends otherwise than the benchmark knows");
    writeFile(file, text.replace(at, blended.size(), "mat4 blended = palette.worldFromMesh[0];"));
    return shaders;
}

class ScenePainter {
  public:
    ScenePainter(const Device& device, const ShaderLibrary& shaders, const Model& model, bool once)
        : frames_(device, {.framesInFlight = 1}),
          renderer_(device, shaders, {Offscreen::kFormat, device.depthFormat(), VK_SAMPLE_COUNT_1_BIT}, frames_),
          offscreen_(device, kPicture, 1),
          model_(device, model, renderer_.layouts().materialSet) {
        renderer_.prepare(&model_);
        if (once) skinner_.emplace(device, model_);
    }

    void draw(Scene scene) {
        scene.model = &model_;
        Frame& frame = frames_.begin();
        if (skinner_) skinner_->record(frame.commands, scene.worldFromNode);
        renderer_.record(frame, offscreen_.target(frame), scene);
        frames_.wait(frames_.submit(frame));
    }

  private:
    FrameRing frames_;
    Renderer renderer_;
    Offscreen offscreen_;
    GpuModel model_;
    std::optional<VertexSkinner> skinner_;
};

/// Ways to draw a frame, first without ambient occlusion and then with it.
enum Way { everyPass, once, unskinned, wayCount };

void drawSkinned(benchmark::State& state, const std::string& name, ImportedModel imported) {
    const auto opened = openDevice(state);
    if (!opened) return;
    const Device& device = opened->device;
    Stage stage(std::move(imported));
    stage.play(0);
    Camera camera;
    frameBox(camera, stage.bounds().of(stage.animator().clip()).all,
             static_cast<float>(kPicture.width) / static_cast<float>(kPicture.height));
    const TemporaryFolder folder;
    const ShaderLibrary shaders, unskinnedShaders(writeUnskinnedShaders(folder.path()), compileGlslFile);
    std::array<std::unique_ptr<ScenePainter>, wayCount> painters{
        std::make_unique<ScenePainter>(device, shaders, stage.model(), false),
        std::make_unique<ScenePainter>(device, unskinnedShaders, stage.model(), true),
        std::make_unique<ScenePainter>(device, unskinnedShaders, stage.model(), false)};
    Scene scene;
    std::vector<std::function<void()>> methods;
    for (const bool occluded : {false, true})
        for (const auto& painter : painters)
            methods.emplace_back([&scene, &painter, occluded] {
                scene.look.ambientOcclusion = occluded;
                painter->draw(scene);
            });
    double time = 0.0;
    const auto pose = [&] {
        stage.seek(time += 1.0 / 60.0);
        stage.updatePose();
        scene = stage.scene(false);
        scene.camera = camera;
    };
    pose();
    for (const auto& method : methods)
        method();  // creates attachments and pipelines
    Rounds rounds(methods.size());
    for (auto _ : state) {
        pose();
        rounds.runOnce(methods);
        state.SetIterationTime(rounds.last(everyPass));
    }
    for (const size_t first : {size_t{0}, size_t{wayCount}}) {
        const std::string what =
            fmt::format("{}, {} passes, {}x{}", name, first == 0 ? 2 : 3, kPicture.width, kPicture.height);
        const auto milliseconds = [&](Way way) { return fmt::format("{:.3f} ms", 1e3 * rounds.median(first + way)); };
        const auto ratio = [&](Way way) {
            return fmt::format("{:.2f} of every pass", rounds.medianRatio(first + way, first));
        };
        addRow({what, "skinned in every pass", milliseconds(everyPass), ""});
        addRow({what, "skinned once", milliseconds(once), ratio(once)});
        addRow({what, "not skinned", milliseconds(unskinned), ratio(unskinned)});
    }
}

}  // namespace

void registerSkinOnce(const Plan& plan) {
    const auto add = [&](const char* name, const std::function<ImportedModel()>& load) {
        benchmark::RegisterBenchmark(name, [=](auto& state) { drawSkinned(state, name, load()); })
            ->Iterations(plan.smoke ? 1 : 3 * plan.rounds)
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
    };
    add("skin_once/character", [] { return importModel(SINEW_SOURCE_DIR "/assets/character.dae"); });
    add("skin_once/regular_skin", [smoke = plan.smoke] {
        const TemporaryFolder folder;
        writeLargeSkin(folder.path(), smoke ? 20 : 1000);
        return importModel(folder.path() / "skin.glb");
    });
}
