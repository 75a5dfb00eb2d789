#pragma once

#include <memory>
#include <string>

#include "import/import_model.h"
#include "import/import_options.h"

namespace sinew {

/// Reads models as importModel() does, each in a process of its own that may do little else (import/confine.h), and
/// believes nothing that it answers: importers are written for the files that programs write, models come from
/// strangers. A process that is made with this object, and therefore before there are threads and devices, forks those
/// for the models. Where the system has no such means (it is not Linux), models are read in this process.
class IsolatedImporter {
  public:
    /// To be made while this process has one thread. `import` runs in the processes: tests give others.
    /// @throws Error(Exit::environment) with the cause when the system refuses it.
    explicit IsolatedImporter(const ImportLimits& limits = {}, const FolderImporter& import = readsFolder());
    ~IsolatedImporter();
    IsolatedImporter(const IsolatedImporter&) = delete;
    IsolatedImporter& operator=(const IsolatedImporter&) = delete;

    /// One at a time. What `sinew --bake` wrote is read in this process: its reader is the one that reads the answers.
    /// @throws Error(Exit::input) "PATH: cause" as importModel() does, and when the importer crashed, ran out of time
    /// or memory, gave no answer, or was told to stop; Error(Exit::environment) when there can be no process, or it
    /// cannot be confined.
    ImportedModel importModel(const std::filesystem::path& path, const ImportOptions& options = {});

    /// What of the isolation this system lacks, for people: "no Landlock"; empty when nothing.
    static std::string missing();

  private:
    static FolderImporter readsFolder();

    struct Broker;
    std::unique_ptr<Broker> broker_;
};

}  // namespace sinew
