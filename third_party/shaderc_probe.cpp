// Exits with 0 if the shaderc it is linked with compiles a shader. See CMakeLists.txt.
#include <shaderc/shaderc.h>

int main() {
    shaderc_compiler_t compiler = shaderc_compiler_initialize();
    shaderc_compile_options_t options = shaderc_compile_options_initialize();
    shaderc_compile_options_set_target_env(options, shaderc_target_env_vulkan, shaderc_env_version_vulkan_1_3);
    shaderc_compile_options_set_optimization_level(options, shaderc_optimization_level_performance);
    constexpr char source[] = "#version 460\nlayout(location = 0) in vec4 p;\nvoid main() { gl_Position = p; }\n";
    shaderc_compilation_result_t result =
        shaderc_compile_into_spv(compiler, source, sizeof source - 1, shaderc_vertex_shader, "probe", "main", options);
    const bool works = shaderc_result_get_compilation_status(result) == shaderc_compilation_status_success &&
                       shaderc_result_get_length(result) > 0;
    shaderc_result_release(result);
    shaderc_compile_options_release(options);
    shaderc_compiler_release(compiler);
    return works ? 0 : 1;
}
