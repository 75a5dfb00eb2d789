#pragma once

#include "import/files/radiance_picture.h"
#include "import/import_model.h"

namespace sinew {

/// Reads models as importModel() does, and environment maps as readRadiancePicture() does, each in its own confined
/// process (import/sandbox/confine.h), and does not trust the answer: readers are written for well-formed files, but
/// files come from strangers. The constructor forks a broker, before there are threads and devices, or starts one, and
/// the broker forks a process for each file. On systems other than Linux, files are read in this process.
class IsolatedImporter {
  public:
    /// Call while this process has one thread. `import` and `light` run in the confined processes; tests replace them.
    /// @throws Error(Exit::environment) with the cause when the system refuses a process.
    explicit IsolatedImporter(
        const ImportLimits& limits = {},
        const FolderImporter& import = [](const ModelFolder& folder,
                                          const ImportOptions& options) { return sinew::importModel(folder, options); },
        const LightDecoder& light = [](const InputFile& file) { return sinew::readRadiancePicture(file); });

    /// Starts `program` (src/import/sandbox/importer.cpp) as the broker, in place of a fork: for processes that have
    /// threads, or more memory than an importer may use, such as Python's. May be called at any time, from any thread.
    /// @throws Error(Exit::environment) with the cause when the program cannot be started.
    explicit IsolatedImporter(const std::filesystem::path& program, const ImportLimits& limits = {});
    ~IsolatedImporter();
    IsolatedImporter(const IsolatedImporter&) = delete;
    IsolatedImporter& operator=(const IsolatedImporter&) = delete;

    /// One call at a time. Baked files are read in this process, by the reader that also reads the answers.
    /// @throws Error(Exit::input) "PATH: cause" as importModel() does, and when the importer crashed, ran out of time
    /// or memory, gave no answer, or was canceled; Error(Exit::environment) when a process cannot be created or
    /// confined.
    ImportedModel importModel(const std::filesystem::path& path, const ImportOptions& options = {});

    /// One call at a time, of this and importModel().
    /// @throws Error as importModel() does.
    RadiancePicture readRadiancePicture(const std::filesystem::path& path, const std::stop_token& stop = {});

    /// The part of the isolation that this system does not support, such as "Landlock"; empty when it supports all.
    static std::string missing();

  private:
    struct Broker;
    std::unique_ptr<Broker> broker_;
};

}  // namespace sinew
