#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>

#include <GLFW/glfw3.h>

// A simulated user who acts in fixed turns of the window's loop, so that runs can be compared. With the environment's
//   SINEW_STEPS="3 key F12, 5 size 200x150, 7 drop walk.dae, 9 close"
// the first action happens when the program asks for the third time whether its window should close, and so on.

namespace {

GLFWkeyfun keyCallback = nullptr;
GLFWdropfun dropCallback = nullptr;

/// The steps by turn.
std::multimap<int, std::string> readSteps() {
    std::multimap<int, std::string> steps;
    const char* list = std::getenv("SINEW_STEPS");
    std::istringstream text(list ? list : "");
    for (std::string step; std::getline(text, step, ',');) {
        std::istringstream words(step);
        int turn = 0;
        std::string action;
        words >> turn >> std::ws;
        std::getline(words, action);
        steps.emplace(turn, action);
    }
    return steps;
}

int keyNamed(const std::string& name) {
    if (name.size() == 1) return name[0];
    if (name == "Right") return GLFW_KEY_RIGHT;
    if (name[0] == 'F') return GLFW_KEY_F1 + std::atoi(name.c_str() + 1) - 1;
    std::fprintf(stderr, "SINEW_STEPS: no key %s\n", name.c_str());
    std::abort();
}

/// Returns after the window system has answered.
void resize(GLFWwindow* window, int width, int height) {
    glfwSetWindowSize(window, width, height);
    for (int patience = 0; patience < 200; ++patience) {
        int nowWidth = 0, nowHeight = 0;
        glfwGetFramebufferSize(window, &nowWidth, &nowHeight);
        if (nowWidth == width && nowHeight == height) return;
        glfwWaitEventsTimeout(0.01);
    }
}

void take(const std::string& step, GLFWwindow* window) {
    int width = 0, height = 0;
    if (step.starts_with("key ")) {
        const int key = keyNamed(step.substr(4));
        keyCallback(window, key, glfwGetKeyScancode(key), GLFW_PRESS, 0);
    } else if (step.starts_with("drop ")) {
        const std::string file = step.substr(5);
        const char* const paths[] = {file.c_str()};
        dropCallback(window, 1, const_cast<const char**>(paths));
    } else if (std::sscanf(step.c_str(), "size %dx%d", &width, &height) == 2) {
        resize(window, width, height);
    } else if (step == "stall") {
        std::fputs("stalls\n", stderr);
        for (;;)
            pause();
    } else if (step == "close") {
        glfwSetWindowShouldClose(window, GLFW_TRUE);
    } else {
        std::fprintf(stderr, "SINEW_STEPS: %s is no step\n", step.c_str());
        std::abort();
    }
}

}  // namespace

extern "C" {

GLFWkeyfun __real_glfwSetKeyCallback(GLFWwindow* window, GLFWkeyfun callback);
GLFWdropfun __real_glfwSetDropCallback(GLFWwindow* window, GLFWdropfun callback);
int __real_glfwWindowShouldClose(GLFWwindow* window);

GLFWdropfun __wrap_glfwSetDropCallback(GLFWwindow* window, GLFWdropfun callback) {
    dropCallback = callback;
    return __real_glfwSetDropCallback(window, callback);
}

GLFWkeyfun __wrap_glfwSetKeyCallback(GLFWwindow* window, GLFWkeyfun callback) {
    keyCallback = callback;
    return __real_glfwSetKeyCallback(window, callback);
}

int __wrap_glfwWindowShouldClose(GLFWwindow* window) {
    static const std::multimap<int, std::string> steps = readSteps();
    static int turn = 0;
    const auto [first, last] = steps.equal_range(turn++);
    for (auto step = first; step != last; ++step)
        take(step->second, window);
    return __real_glfwWindowShouldClose(window);
}
}
