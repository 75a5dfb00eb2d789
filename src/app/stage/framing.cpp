#include "app/stage/framing.h"

namespace sinew {
namespace {

/// One clip, in one view, without ghosts.
bool playsAlone(Stage& stage) {
    const PlaySettings& settings = stage.settings();
    return settings.pose == ShownPose::playing && !stage.graph() && !stage.crowd() && !mixes(settings.mix) &&
           !settings.sideBySide.shown && !settings.onionSkin.shown && settings.rootMotion == RootMotionUse::off;
}

bool travelsFar(Stage& stage) {
    return stage.animator().clip() && playsAlone(stage) && !stage.bounds().of(stage.animator().clip()).path.empty();
}

/// `box` with that box of what the second view shows, if it is another clip or figure.
Box withSecond(Box box, Box ClipBox::*part, Stage& stage) {
    const SideBySide& second = stage.settings().sideBySide;
    if (!second.shown || stage.graph() || stage.settings().pose != ShownPose::playing) return box;
    if (const ShownSource* shown = stage.source(); second.source && shown)
        unite(box, transformed(stage.sources()[shown->stage]->bounds().of(shown->clip).*part, shown->worldFromSource));
    else if (second.clip)
        unite(box, stage.bounds().of(*second.clip).*part);
    return box;
}

}  // namespace

ClipBox playedBounds(Stage& stage) {
    const Crowd* crowd = stage.crowd();
    if (!crowd) return stage.bounds().ofPlayback();
    return {.all = crowd->bounds(), .framed = crowd->bounds(), .near = crowd->bounds(), .path = {}};
}

Box framedBounds(Stage& stage) {
    return withSecond(playedBounds(stage).all, &ClipBox::all, stage);
}

Box figureBounds(Stage& stage) {
    const ClipBox played = playedBounds(stage);
    return playsAlone(stage) ? played.near : withSecond(played.framed, &ClipBox::framed, stage);
}

glm::vec3 figureWay(Stage& stage) {
    if (!travelsFar(stage)) return glm::vec3(0.0f);
    const size_t clip = *stage.animator().clip();
    return stage.bounds().of(clip).wayAt(stage.animator().timeSeconds() / stage.model().clips[clip].durationSeconds);
}

Box shadowedBounds(Stage& stage) {
    const ClipBox played = playedBounds(stage);
    if (travelsFar(stage)) return moved(played.near, figureWay(stage));
    if (stage.crowd() || played.framed.diagonal() >= played.all.diagonal()) return {};
    const bool moves = stage.settings().rootMotion == RootMotionUse::move;
    return moves ? transformed(played.framed, stage.worldFromStart()) : played.framed;
}

glm::vec3 displacementOf(Stage& stage) {
    if (Crowd* crowd = stage.crowd()) return crowd->meanDisplacement();
    const Box box = playedBounds(stage).all;
    const glm::vec3 center = box.empty() ? glm::vec3(0.0f) : box.center();
    return glm::vec3(stage.worldFromStart() * glm::vec4(center, 1.0f)) - center;
}

}  // namespace sinew
