#include <map>
#include <memory>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/load/model_list.h"
#include "app/load/read_model.h"
#include "app/page/page_pictures.h"
#include "app/policy/judge.h"
#include "app/policy/named_clips.h"
#include "app/report/messages.h"
#include "base/atomic_file.h"
#include "base/protected_files.h"
#include "base/shown_text.h"

namespace sinew {
namespace {

/// The policies of the models, each read once.
class Policies {
  public:
    /// `given`: as of --policy. `names`: whether stderr says which ones apply.
    Policies(const std::string& given, bool names) : given_(given), names_(names) {}

    /// That of a model; null if there is none. @throws PolicyError
    const Policy* of(const std::string& model) {
        if (given_ == kNoPolicy) return nullptr;
        const std::filesystem::path file = given_.empty() ? findPolicy(model) : std::filesystem::path(given_);
        if (file.empty()) return nullptr;
        const auto [place, isNew] = policies_.try_emplace(file);
        if (isNew) {
            protectFile(file);
            place->second = readPolicy(file);
            if (names_) say("policy: {}", file.string());
            for (const std::string& note : place->second.notes)
                say("{}", note);
        }
        return &place->second;
    }

  private:
    const std::string& given_;
    bool names_;
    std::map<std::filesystem::path, Policy> policies_;
};

/// Checks models and reports on each, then on all.
class Checking {
    using Report = task::Check::Report;

  public:
    /// `isOneFile`: its verdict is the whole report.
    Checking(const task::Check& task, bool isOneFile)
        : task_(task),
          isOneFile_(isOneFile),
          model_(task.model),
          importer_(makeImporter(task.model)),
          policies_(task.policy, task.report != Report::json) {
        std::error_code error;
        const bool isNew = task.updateBaseline && !std::filesystem::exists(task.baseline, error);
        if (!task.baseline.empty()) baseline_ = isNew ? Baseline(task.baseline) : Baseline::read(task.baseline);
    }

    /// A file, or the models of a folder.
    void add(const std::string& path) {
        std::vector<std::string> files;
        try {
            files = modelsIn({&path, 1});
        } catch (const Error& error) {
            skip(path, error);
        }
        for (const std::string& file : files)
            checkOne(file);
    }

    Exit finish() {
        if (sum_.unreadable == 0) clips_.require();  // else the clips may be in what could not be read
        if (task_.updateBaseline) {
            baseline_->write();
            say("{}: accepts {} of {}", task_.baseline, counted(sum_.accepted, "finding", "findings"),
                counted(sum_.files(), "file", "files"));
        } else if (gone_ > 0) {
            say("{}: {} no longer; --update-baseline removes {}", task_.baseline,
                gone_ == 1 ? "1 accepted finding occurs" : fmt::format("{} accepted findings occur", gone_),
                gone_ == 1 ? "it" : "them");
        }
        if (!task_.html.empty()) writePage();
        constexpr std::string (*kDocuments[])(std::span<const Verdict>){verdictSarif, verdictMarkdown, verdictJunit};
        if (task_.report >= Report::sarif)
            print(kDocuments[static_cast<int>(task_.report) - static_cast<int>(Report::sarif)](kept_));
        else if (task_.report == Report::json && !isOneFile_)
            print(sumLine(sum_));
        else if (task_.report == Report::text && sum_.files() > 1)
            print(sumText(sum_));
        return sum_.unreadable > 0 ? Exit::input : sum_.failed > 0 ? Exit::differs : Exit::done;
    }

  private:
    void checkOne(const std::string& file) {
        model_.path = file;
        const Judging judging{.maxBones = task_.model.maxBones,
                              .failOn = task_.failOn,
                              .policy = policies_.of(file),
                              .baseline = baseline_ ? &*baseline_ : nullptr,
                              .updated = task_.updateBaseline ? &*baseline_ : nullptr};
        try {
            ImportedModel imported = readModel(model_, importer_, {.cut = true});
            Verdict verdict = judge(imported, file, judging);
            if (judging.policy) clips_.add(*judging.policy, imported.model);
            if (isOneFile_) clips_.require();
            gone_ += verdict.gone;
            if (!task_.html.empty()) addToPage(std::move(imported), verdict);
            report(std::move(verdict));
        } catch (const PolicyError&) {
            throw;
        } catch (const Error& error) {
            skip(file, error);
        }
    }

    /// Reports a file that cannot be read; any other error ends the run.
    void skip(const std::string& file, const Error& error) {
        if (error.exit() != Exit::input) throw error;
        say(error.what());
        Verdict verdict{.file = shownPath(file), .format = "", .error = causeOf(error, shownPath(file)), .path = file};
        if (!task_.html.empty()) page_.push_back({.verdict = verdict, .pictures = {}, .clips = {}});
        report(std::move(verdict));
    }

    void addToPage(ImportedModel imported, const Verdict& verdict) {
        PageModel& page = page_.emplace_back(PageModel{.verdict = verdict, .pictures = {}, .clips = {}});
        if (!pageNote_.empty()) return;
        try {
            if (!pictures_) pictures_ = std::make_unique<PagePictures>();
            pictures_->draw(std::move(imported), page);
        } catch (const Error& error) {
            if (error.exit() != Exit::environment) throw;
            pageNote_ = fmt::format("Pictures are left out: {}.", error.what());
            say("{}: pictures are left out: {}", task_.html, error.what());
        }
    }

    void writePage() {
        if (pictures_ && pictures_->isFull())
            pageNote_ = fmt::format("Pictures beyond {} MiB are left out.", kMostPageBytes >> 20);
        if (pictures_ && !pictures_->filmFault().empty()) {
            pageNote_ +=
                fmt::format("{}Animations are left out: {}.", pageNote_.empty() ? "" : " ", pictures_->filmFault());
            say("{}: animations are left out: {}", task_.html, pictures_->filmFault());
        }
        const std::string text = pageText(page_, pageNote_);
        writeFileAtomically(task_.html, std::as_bytes(std::span(text)));
    }

    void report(Verdict verdict) {
        sum_.add(verdict);
        if (task_.report > Report::json)
            kept_.push_back(std::move(verdict));
        else if (task_.report == Report::json)
            print(verdictLine(verdict));
        else if (verdict.error.empty())
            print(verdictText(verdict, !isOneFile_));
    }

    const task::Check& task_;
    bool isOneFile_;
    ModelSource model_;  ///< with the path of the file that is checked
    Importer importer_;
    Policies policies_;
    std::optional<Baseline> baseline_;
    CheckedClips clips_;
    size_t gone_ = 0;  ///< accepted findings that no longer occur
    VerdictSum sum_;
    std::vector<Verdict> kept_;  ///< for reports that are one document
    std::vector<PageModel> page_;
    std::unique_ptr<PagePictures> pictures_;  ///< made for the first model
    std::string pageNote_;                    ///< why there are no pictures
};

}  // namespace

Exit checkModels(const task::Check& task) {
    std::vector<std::string> paths = task.list.empty() ? task.paths : readBatch(task.list);
    if (paths.empty()) paths.push_back(bundledCharacter().string());
    const bool isOneFile = task.list.empty() && paths.size() == 1 && !std::filesystem::is_directory(paths[0]);
    Checking checking(task, isOneFile);
    for (const std::string& path : paths)
        checking.add(path);
    return checking.finish();
}

}  // namespace sinew
