#include "import/import_model.h"

#include <algorithm>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>

#include "base/error.h"
#include "base/shown_text.h"
#include "base/text.h"
#include "import/assimp/read.h"
#include "import/b3d/read.h"
#include "import/bvh/read.h"
#include "import/fbx/read.h"
#include "import/files/formats.h"
#include "import/files/model_folder.h"
#include "import/files/sinew_file.h"
#include "import/files/unread_formats.h"
#include "import/gltf/read.h"
#include "import/iqm/read.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// Quotes of the file that are longer than a word are cut, and "it:6 - " becomes "line 6: ".
std::string shortened(std::string line) {
    constexpr size_t kLongestQuote = 32;
    for (size_t open = line.find('"'); open != std::string::npos;) {
        const size_t close = std::min(line.find('"', open + 1), line.size());
        if (close - open > kLongestQuote) line.replace(open + kLongestQuote, close - open - kLongestQuote, "...");
        open = line.find('"', std::min(close + 1, open + kLongestQuote + 4));
    }
    const size_t end = line.find_first_not_of("0123456789", 3);
    if (line.starts_with("it:") && end > 3 && line.substr(std::min(end, line.size())).starts_with(" - "))
        line.replace(0, end + 3, "line " + line.substr(3, end - 3) + ": ");
    return line;
}

/// assimp's error message on one line, without the path, with which the final message begins.
std::string cleaned(std::string cause, const fs::path& path, const std::string& readAs) {
    for (const std::string& name : {fmt::format("\"{}\"", readAs), readAs, path.string()})
        for (size_t at; !name.empty() && (at = cause.find(name)) != std::string::npos;)
            cause.replace(at, name.size(), "it");
    if (cause.find("bad_alloc") != std::string::npos)
        return "more memory is needed than there is, or the file is damaged";
    std::string line = shortened(lineFrom(cause));
    line.erase(std::unique(line.begin(), line.end(), [](char a, char b) { return a == ' ' && b == ' '; }), line.end());
    while (!line.empty() && (line.back() == ' ' || line.back() == '.'))
        line.pop_back();
    constexpr size_t kLongest = 300;
    if (line.size() > kLongest) line = utf8From(std::string_view(line).substr(0, kLongest)) + "...";
    return line.empty() ? "no cause given" : line;
}

ImportedModel readFolder(const ModelFolder& folder, const ImportOptions& options) {
    if (auto baked = readSinewFile(folder, options.leavePixels)) return std::move(*baked);  // keeps its variant
    if (const std::string advice = adviceForUnread(folder); !advice.empty()) throw Error(Exit::input, advice);
    const std::string ending = endingOf(pathForImporter(folder));
    const bool isGltf = ending == ".gltf" || ending == ".glb";
    if (!isGltf && !options.variant.empty()) throw Error(Exit::input, "has no variants of materials: it is not glTF");
    if (ending == ".b3d") return readB3d(folder, options);
    if (ending == ".bvh") return readBvh(folder, options);
    if (ending == ".iqm") return readIqm(folder, options);
    if (ending == ".fbx") return readFbx(folder, options);
    if (!isGltf) return readByAssimp(folder, options);
    if (auto read = readGltf(folder, options)) return std::move(*read);
    ImportedModel old = readByAssimp(folder, options);
    reportLostOfGltf1(folder.model(), old.report.findings);
    return old;
}

/// True for what std::async throws where the system creates no thread.
bool isThreadRefused(const std::exception& error) {
    const auto* const cause = dynamic_cast<const std::system_error*>(&error);
    return cause && cause->code() == std::errc::resource_unavailable_try_again;
}

}  // namespace

ImportedModel importModel(const ModelFolder& folder, const ImportOptions& options) {
    std::string readAs = folder.modelPath().string();
    try {
        readAs = pathForImporter(folder);
        return readFolder(folder, options);
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        if (isThreadRefused(error)) throw;
        throw Error(Exit::input, fmt::format("{} ({}); {}", cleaned(error.what(), folder.modelPath(), readAs),
                                             assimpVersion(), adviceForFailure(folder, error.what())));
    }
}

ImportedModel importModel(const fs::path& path, const ImportOptions& options) {
    const auto failure = [&](std::string_view cause) {
        return Error(Exit::input, fmt::format("{}: {}", shownPath(path.string()), lineFrom(cause)));
    };
    try {
        const ModelFolder folder(path, options.textureFolders);
        ImportedModel imported = importModel(folder, options);
        noteUnreadTextures(path, imported.report.findings);
        if (options.fileRead)
            for (const auto& [device, inode] : folder.opened())
                options.fileRead(device, inode);
        return imported;
    } catch (const Error& error) {
        throw failure(error.what());
    } catch (const std::bad_alloc&) {
        throw failure("not enough memory");
    } catch (const std::system_error& error) {
        throw Error(Exit::environment, fmt::format("{}: {}", shownPath(path.string()), error.what()));
    }
}

}  // namespace sinew
