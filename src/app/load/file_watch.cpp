#include "app/load/file_watch.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <utility>

#include <sys/stat.h>

#include "app/options/values.h"
#include "app/stage/stage.h"
#include "export/files.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostObjLines = 1000;
constexpr double kLookSeconds = 0.1;  // often enough

std::vector<fs::path> namedByGltf(const fs::path& model) {
    std::vector<fs::path> files;
    for (const std::string& uri : urisOf(model))
        files.push_back(model.parent_path() / uri);
    return files;
}

/// The material files of an OBJ: those it names, and the one with its own name, which importers try next. They are
/// named at the top, so only the first lines are read.
std::vector<fs::path> namedByObj(const fs::path& model) {
    std::vector<fs::path> files{fs::path(model).replace_extension(".mtl")};
    std::ifstream stream(model, std::ios::binary);
    std::string line;
    for (size_t i = 0; i < kMostObjLines && std::getline(stream, line); ++i) {
        if (!line.starts_with("mtllib")) continue;
        const size_t begin = line.find_first_not_of(" \t", 6), end = line.find_last_not_of(" \t\r");
        if (begin != std::string::npos && begin > 6)
            files.push_back(model.parent_path() / line.substr(begin, end + 1 - begin));
    }
    return files;
}

std::vector<fs::path> namedBy(const fs::path& model) {
    const std::string extension = extensionOf(model.string());
    return extension == ".gltf"  ? namedByGltf(model)
           : extension == ".obj" ? namedByObj(model)
                                 : std::vector<fs::path>();
}

}  // namespace

FileWatch::FileWatch(std::vector<fs::path> files) : files_(std::move(files)), known_(look()), last_(known_) {}

FileWatch::Sights FileWatch::look() const {
    Sights sights;
    for (const fs::path& file : files_) {
        struct stat status {};
        if (::stat(file.c_str(), &status) != 0)
            sights.emplace_back();
        else
            sights.push_back(Sight{int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec,
                                   static_cast<uint64_t>(status.st_size), status.st_ino});
    }
    return sights;
}

bool FileWatch::changed(double nowSeconds) {
    if (nowSeconds - lastLookSeconds_ < kLookSeconds) return false;
    lastLookSeconds_ = nowSeconds;
    if (Sights now = look(); now != last_) {
        last_ = std::move(now);
        lastChangeSeconds_ = nowSeconds;
    }
    const bool isThere = !last_.empty() && last_.front().has_value();
    if (last_ == known_ || !isThere || nowSeconds - lastChangeSeconds_ < kQuietSeconds) return false;
    known_ = last_;
    return true;
}

void FileWatch::follow(std::vector<fs::path> files) {
    const std::vector<fs::path> before = std::exchange(files_, std::move(files));
    const Sights knownBefore = std::exchange(known_, look());
    for (size_t i = 0; i < files_.size(); ++i)
        if (const auto same = std::ranges::find(before, files_[i]); same != before.end())
            known_[i] = knownBefore[static_cast<size_t>(same - before.begin())];
    last_ = look();
}

std::vector<fs::path> filesOf(const Stage& stage, const LoadRequest& request) {
    const fs::path model = request.model.path.empty() ? stage.report().file : request.model.path;
    std::vector<fs::path> files{model};
    std::set<fs::path> listed{model};
    const auto add = [&](const fs::path& file) {
        if (!file.empty() && listed.insert(file).second) files.push_back(file);
    };
    for (const Texture& texture : stage.model().textures) {
        if (texture.source == "embedded") continue;
        if (!texture.source.empty()) {
            add(texture.source);
            continue;
        }
        const fs::path name = fs::path(texture.name).filename();
        add(model.parent_path() / name);
        for (const fs::path& folder : request.model.textureFolders)
            add(folder / name);
    }
    for (const fs::path& file : namedBy(model))
        add(file);
    for (const std::string& file : request.model.clipFiles)
        add(file);
    add(request.model.clipsFile);
    add(request.play.graph);
    add(request.play.script);
    return files;
}

}  // namespace sinew
