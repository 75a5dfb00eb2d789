#pragma once

#include "app/load/background_task.h"
#include "app/load/file_watch.h"
#include "app/options/settings.h"
#include "app/stage/handover.h"

namespace sinew {

/// A model that is ready to be shown.
struct LoadedModel {
    LoadRequest request;
    std::unique_ptr<Stage> stage;
    std::vector<std::string> models;      ///< the new list of the window; empty: unchanged
    bool isOther = false;                 ///< a different model than before
    bool forLevels = false;               ///< the same model with levels of detail: nothing to tell
    std::optional<size_t> starts;         ///< the clip to play from its start; none: what played before continues
    std::string notice;                   ///< what to tell the user; empty: only that it was read
    std::optional<LoadRequest> adoption;  ///< the model before, with the clips of this one
};

// All throw Error as makeStage() does.

/// Reads the model again and continues its playback. `warns`: prints the warnings of the import.
LoadedModel reloadModel(const LoadRequest& request, const Handover& handover, const Importer& importer,
                        bool warns = true);

/// Reads another model with the same clip files. It plays the clip of the same name from its start, if it has one.
LoadedModel loadOther(LoadRequest request, const std::string& model, Handover handover, const Importer& importer);

/// Reads files that were dropped on the window. Those with meshes replace the models, with the first one shown, and
/// drop the clip files and the state machine; if there are none, the clips of all files are added to the model, with
/// those of other skeletons retargeted (ModelSource::retargetOthers), and the first retargeted one plays. A single
/// model with clips offers LoadedModel::adoption.
LoadedModel loadDropped(LoadRequest request, std::vector<std::string> files, const Handover& handover,
                        const Importer& importer);

/// The models of a window: the list, the one that is shown, and the one that is being read. The current model stays
/// until the next one is ready.
class Loads {
  public:
    /// The window announces a load that takes longer.
    static constexpr double kPatienceSeconds = 0.2;

    /// `stage` was made from `request` and shows the model at `index` of `models`. `importer` must outlive this.
    Loads(const LoadRequest& request, const Importer& importer, std::vector<std::string> models, size_t index,
          const Stage& stage, bool watchFiles);

    // Each starts a load and cancels the current one, except that a reload is finished first.
    void reload(Stage& stage);
    void allowProject(Stage& stage);                               ///< reloads with the textures of the model's project
    void chooseVariant(const std::string& variant, Stage& stage);  ///< empty: the default
    void editClips(const std::vector<ClipEdit>& clips, Stage& stage);  ///< reloads with these (ModelSource::clips)
    /// Reloads for levels of detail, without its warnings, if the model on stage has none. Models that are loaded later
    /// have them from the start. Does nothing while a load runs: to be called again, as every frame.
    void wantLevels(Stage& stage);
    void turn(int step, Stage& stage);  ///< 1: to the next model of the list, -1: to the previous one
    void drop(std::vector<std::string> files, Stage& stage);
    /// Plays the clips of the model that was dropped last on the one before. @throws Error if there is none.
    void adopt(Stage& stage);

    /// Reloads the model when its files have changed, with --watch. To be called every frame.
    void watch(Stage& stage, double nowSeconds);

    /// What is being done, as "loading a.fbx"; empty: nothing.
    std::string reading() const;
    /// Seconds since reading() started; 0 if it is empty.
    double readingSeconds() const;
    bool patienceIsOver() const { return readingSeconds() > kPatienceSeconds; }
    void cancel();

    /// Returns the model that replaces `stage` once it is ready. @throws Error if it cannot be read.
    std::optional<LoadedModel> poll(Stage& stage);
    /// To be called when the model is shown: its stage is now `stage`.
    void show(const LoadedModel& loaded, const Stage& stage);

    const LoadRequest& shown() const { return request_; }
    /// ModelSource::clips, also while they are being applied.
    const std::vector<ClipEdit>& clipEdits() const { return edits_ ? *edits_ : request_.model.clips; }
    size_t index() const { return index_; }
    size_t count() const { return models_.size(); }

  private:
    struct Task {
        std::string title;
        std::function<LoadedModel(const LoadRequest&, const Handover&, const Importer&)> work;
        std::optional<size_t> index;  ///< in the list of models
        bool isReload = false;
    };
    void begin(Task task, Stage& stage);
    void start(Task task, Stage& stage);

    LoadRequest request_;
    const Importer& importer_;
    std::vector<std::string> models_;
    size_t index_;
    Task task_;                                          ///< of load_
    std::unique_ptr<BackgroundTask<LoadedModel>> load_;  ///< may have been canceled
    std::optional<Task> next_;                           ///< starts when load_ is done
    std::optional<LoadRequest> adoption_;
    std::optional<std::vector<ClipEdit>> edits_;  ///< that are being applied
    std::optional<FileWatch> watch_;
};

}  // namespace sinew
