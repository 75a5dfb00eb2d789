#include "python/importers.h"

#include <memory>
#include <mutex>
#include <vector>

#include "base/error.h"
#include "import/sandbox/isolate.h"

namespace sinew {
namespace {

constexpr size_t kMostIdle = 8;  ///< each is a process

/// The importers that no call uses.
struct IdleImporters {
    std::mutex mutex;
    /// And their limit in seconds; the oldest first.
    std::vector<std::pair<double, std::unique_ptr<IsolatedImporter>>> importers;
    std::filesystem::path program;
};

/// Never destroyed: a thread may still import when the process exits.
IdleImporters*& idle() {
    static IdleImporters* importers = new IdleImporters;
    return importers;
}

std::unique_ptr<IsolatedImporter> takeImporter(const ImportLimits& limits) {
    IdleImporters& pool = *idle();
    {
        const std::lock_guard lock(pool.mutex);
        for (auto entry = pool.importers.begin(); entry != pool.importers.end(); ++entry) {
            if (entry->first != limits.seconds) continue;
            std::unique_ptr<IsolatedImporter> taken = std::move(entry->second);
            pool.importers.erase(entry);
            return taken;
        }
    }
    return std::make_unique<IsolatedImporter>(pool.program, limits);
}

void giveBack(const ImportLimits& limits, std::unique_ptr<IsolatedImporter> importer) {
    IdleImporters& pool = *idle();
    std::unique_ptr<IsolatedImporter> dropped;  // ends its process without the lock
    const std::lock_guard lock(pool.mutex);
    pool.importers.emplace_back(limits.seconds, std::move(importer));
    if (pool.importers.size() <= kMostIdle) return;
    dropped = std::move(pool.importers.front().second);
    pool.importers.erase(pool.importers.begin());
}

/// What `use` makes with an importer. One that could not work is not used again: its process may have ended.
template <typename Use>
auto withImporter(const ImportLimits& limits, const Use& use) {
    std::unique_ptr<IsolatedImporter> importer = takeImporter(limits);
    try {
        auto result = use(*importer);
        giveBack(limits, std::move(importer));
        return result;
    } catch (const Error& error) {
        if (error.exit() == Exit::input) giveBack(limits, std::move(importer));
        throw;
    }
}

}  // namespace

void setImporterProgram(const std::filesystem::path& program) {
    idle()->program = program;
}

Importer pooledImporter(const ModelSource& source, std::stop_token stop) {
    if (!source.sandbox) return [](const auto& path, const auto& options) { return importModel(path, options); };
    return [limits = source.limits, stop](const std::filesystem::path& path, ImportOptions options) {
        options.stop = stop;
        return withImporter(limits, [&](IsolatedImporter& importer) { return importer.importModel(path, options); });
    };
}

RadiancePicture readLight(const std::filesystem::path& path, const ModelSource& source) {
    if (!source.sandbox) return readRadiancePicture(path);
    return withImporter(source.limits, [&](IsolatedImporter& importer) { return importer.readRadiancePicture(path); });
}

void forgetImporters() {
    auto* fresh = new IdleImporters;  // the old ones are the parent's, and their mutex may be locked
    fresh->program = idle()->program;
    idle() = fresh;
}

}  // namespace sinew
