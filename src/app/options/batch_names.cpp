#include "app/options/batch_names.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

#include <fmt/format.h>

#include "error.h"

namespace sinew {
namespace {

constexpr std::string_view kName = "{name}", kNumber = "{number}";

std::vector<std::string> readLines(std::istream& stream) {
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) {
        if (line.ends_with('\r')) line.pop_back();
        if (line.find_first_not_of(" \t") != std::string::npos) lines.push_back(line);
    }
    return lines;
}

}  // namespace

std::string_view unknownPlaceholder(std::string_view output) {
    for (size_t begin = output.find('{'); begin != std::string_view::npos; begin = output.find('{', begin + 1)) {
        const size_t end = output.find_first_of("{}/", begin + 1);
        if (end == std::string_view::npos || output[end] != '}') continue;
        const std::string_view placeholder = output.substr(begin, end + 1 - begin);
        if (placeholder != kName && placeholder != kNumber) return placeholder;
    }
    return {};
}

bool namesEachModel(std::string_view output) {
    return output.find(kName) != std::string_view::npos || output.find(kNumber) != std::string_view::npos;
}

std::string outputFor(std::string_view output, const std::string& path, size_t number, bool doublePercent) {
    std::string name;
    for (const char c : std::filesystem::path(path).stem().string())
        name.append(c == '%' && doublePercent ? 2 : 1, c);
    std::string result;
    while (!output.empty()) {
        const bool isName = output.starts_with(kName), isNumber = output.starts_with(kNumber);
        if (isName)
            result += name;
        else if (isNumber)
            result += fmt::format("{:04}", number);
        else
            result += output.front();
        output.remove_prefix(isName ? kName.size() : isNumber ? kNumber.size() : 1);
    }
    return result;
}

std::vector<std::string> readBatch(const std::string& list) {
    const bool isStandardInput = list == "-";
    std::ifstream file;
    if (!isStandardInput) file.open(list);
    if (!file) throw Error(Exit::input, fmt::format("{}: {}", list, std::strerror(errno)));
    std::istream& stream = isStandardInput ? std::cin : file;
    std::vector<std::string> lines = readLines(stream);
    if (stream.bad()) throw Error(Exit::input, fmt::format("{}: cannot be read", list));
    if (lines.empty()) throw Error(Exit::input, fmt::format("{}: names no model", list));
    return lines;
}

}  // namespace sinew
