#include "benchmark/acl_way.h"

std::unique_ptr<AclClip> aclClip(const sinew::AnimationClip&, const sinew::NodeHierarchy&,
                                 const sinew::ClipCompression&) {
    return nullptr;
}
