#include "gpu/compile_glsl.h"

#include <cerrno>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <shaderc/shaderc.hpp>

#include "base/error.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// Nothing, and errno, if it cannot be read.
std::optional<std::string> readText(const fs::path& file) {
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (!fs::is_regular_file(status)) {  // a directory can be opened, too
        errno = fs::is_directory(status) ? EISDIR : fs::exists(status) ? EINVAL : error.value();
        return {};
    }
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return {};
    return std::string(std::istreambuf_iterator<char>(stream), {});
}

class Includer : public shaderc::CompileOptions::IncluderInterface {
  public:
    shaderc_include_result* GetInclude(const char* requested, shaderc_include_type, const char* requesting,
                                       size_t) override {
        auto answer = std::make_unique<Answer>();
        const fs::path file = fs::path(requesting).parent_path() / requested;
        if (std::optional<std::string> text = readText(file)) {
            answer->name = file.string();
            answer->text = std::move(*text);
        } else
            answer->text = fmt::format("no such file: {}", requested);  // an empty name marks an error
        answer->result = {.source_name = answer->name.c_str(),
                          .source_name_length = answer->name.size(),
                          .content = answer->text.c_str(),
                          .content_length = answer->text.size(),
                          .user_data = answer.get()};
        return &answer.release()->result;
    }

    void ReleaseInclude(shaderc_include_result* result) override { delete static_cast<Answer*>(result->user_data); }

  private:
    struct Answer {
        std::string name;
        std::string text;
        shaderc_include_result result{};
    };
};

std::optional<shaderc_shader_kind> kindOf(VkShaderStageFlagBits stage) {
    switch (stage) {
        case VK_SHADER_STAGE_VERTEX_BIT:
            return shaderc_vertex_shader;
        case VK_SHADER_STAGE_FRAGMENT_BIT:
            return shaderc_fragment_shader;
        case VK_SHADER_STAGE_COMPUTE_BIT:
            return shaderc_compute_shader;
        default:
            return {};
    }
}

}  // namespace

std::variant<Spirv, ShaderError> compileGlsl(const std::string& text, const std::string& name,
                                             VkShaderStageFlagBits stage) {
    const std::optional<shaderc_shader_kind> kind = kindOf(stage);
    if (!kind) return ShaderError{fmt::format("{}: only vertex, fragment and compute shaders are supported", name)};
    shaderc::CompileOptions options;
    options.SetTargetEnvironment(shaderc_target_env_vulkan, shaderc_env_version_vulkan_1_3);
    options.SetOptimizationLevel(shaderc_optimization_level_performance);
    options.SetIncluder(std::make_unique<Includer>());
    const shaderc::Compiler compiler;
    const shaderc::SpvCompilationResult result = compiler.CompileGlslToSpv(text, *kind, name.c_str(), options);
    if (result.GetCompilationStatus() == shaderc_compilation_status_success) return Spirv(result.begin(), result.end());
    std::string error = result.GetErrorMessage();
    while (!error.empty() && error.back() == '\n')
        error.pop_back();
    return ShaderError{error.empty() ? fmt::format("{}: the compiler failed without a message", name) : error};
}

std::variant<Spirv, ShaderError> compileGlslFile(const std::filesystem::path& file) {
    const std::string extension = file.extension().string();
    VkShaderStageFlagBits stage = VK_SHADER_STAGE_COMPUTE_BIT;
    if (extension == ".vert")
        stage = VK_SHADER_STAGE_VERTEX_BIT;
    else if (extension == ".frag")
        stage = VK_SHADER_STAGE_FRAGMENT_BIT;
    else if (extension != ".comp")
        return ShaderError{fmt::format("{}: not a .vert, .frag or .comp file", file.string())};
    const std::optional<std::string> text = readText(file);
    if (!text) return ShaderError{fmt::format("{}: {}", file.string(), causeOf(errno))};
    return compileGlsl(*text, file.string(), stage);
}

}  // namespace sinew
