#include "shared.h"

layout(std140, set = SET_FRAME, binding = BINDING_FRAME) uniform FrameBlock { FrameUniforms frame; };
