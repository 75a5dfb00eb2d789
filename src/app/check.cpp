
#include <fmt/format.h>

#include "app/load/model_list.h"
#include "app/load/read_model.h"
#include "app/report/messages.h"
#include "app/report/verdict.h"
#include "app/run.h"
#include "model/shown_text.h"
#include "model/text.h"

namespace sinew {
namespace {

/// "FILE: cause" without the file.
std::string causeOf(const Error& error, const std::string& file) {
    const std::string text = utf8From(error.what()), prefix = file + ": ";
    return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

/// Checks models and reports on each, then on all.
class Checking {
  public:
    /// `isOneFile`: its verdict is the whole report.
    Checking(const task::Check& task, bool isOneFile)
        : task_(task), isOneFile_(isOneFile), model_(task.model), importer_(makeImporter(task.model)) {}

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

    Exit finish() const {
        if (task_.report == Report::sarif)
            print(verdictSarif(kept_));
        else if (task_.report == Report::json && !isOneFile_)
            print(sumLine(sum_));
        else if (task_.report == Report::text && sum_.files() > 1)
            print(sumText(sum_));
        return sum_.unreadable > 0 ? Exit::input : sum_.failed > 0 ? Exit::differs : Exit::done;
    }

  private:
    using Report = task::Check::Report;

    void checkOne(const std::string& file) {
        model_.path = file;
        try {
            Verdict verdict = judge(readModel(model_, importer_, {.cut = true}), task_.failOn, task_.model.maxBones);
            verdict.path = file;
            report(std::move(verdict));
        } catch (const Error& error) {
            skip(file, error);
        }
    }

    /// Reports a file that cannot be read; any other error ends the run.
    void skip(const std::string& file, const Error& error) {
        if (error.exit() != Exit::input) throw error;
        say(error.what());
        report({.file = shownPath(file), .format = "", .error = causeOf(error, shownPath(file)), .path = file});
    }

    void report(Verdict verdict) {
        sum_.add(verdict);
        if (task_.report == Report::sarif)
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
    VerdictSum sum_;
    std::vector<Verdict> kept_;  ///< for SARIF, which is one document
};

}  // namespace

Exit run(const task::Check& task) {
    std::vector<std::string> paths = task.list.empty() ? task.paths : readBatch(task.list);
    if (paths.empty()) paths.push_back(bundledCharacter().string());
    const bool isOneFile = task.list.empty() && paths.size() == 1 && !std::filesystem::is_directory(paths[0]);
    Checking checking(task, isOneFile);
    for (const std::string& path : paths)
        checking.add(path);
    return checking.finish();
}

}  // namespace sinew
