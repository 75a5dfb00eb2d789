#include "benchmark/pose_way.h"

std::unique_ptr<PoseWay> ozzWay(const sinew::Model&) {
    return nullptr;
}
