// Declarations of pose.comp, shared by GLSL and C++ (tests/gpu/test_pose_pass.cpp checks the layout). The rules of
// shared.h hold.
#ifndef SINEW_POSE_SHARED_H
#define SINEW_POSE_SHARED_H

#ifdef __cplusplus
#include <cstdint>

#include <glm/vec2.hpp>
#include <glm/vec4.hpp>
namespace sinew::shared {
using glm::vec2;
using glm::vec4;
using uint = uint32_t;
#endif

// Specialization constants of pose.comp
#define CONSTANT_POSE_LANES 0  // invocations per character
#define CONSTANT_POSE_NODES 1  // for which there is room, at least those of the tables

// Descriptor set of pose.comp: std430 storage buffers, no more than the four that every device has
#define BINDING_POSE_TABLES 0      // uint[]: PoseTables, below
#define BINDING_POSE_CHARACTERS 1  // uvec4[]: PosedCharacter, POSED_CHARACTER_ROWS each
#define BINDING_POSE_PALETTES 2    // vec4[]: worldFromMesh, four columns each

// What one character is posed by: the pose of clip `from`, blended toward that of clip `to`.
struct PosedCharacter {
    vec4 worldFromRoot[3];  // rows of an affine matrix
    vec2 fromSeconds;       // a double as two floats, as splitSeconds() makes them
    vec2 toSeconds;
    uint from;  // index of a clip in the tables
    uint to;
    float weight;  // of `to`: at most 0, only `from` shows; at least 1, only `to`
    uint palette;  // index in the palettes: of the matrix where the character's begin
};
#define POSED_CHARACTER_ROWS 5

// Push constants of pose.comp
struct PoseConstants {
    uint firstRow;  // of the first character in its buffer
};

// PoseTables starts with this header of 4-byte words. The places of tables are indices of words.
#define POSE_NODE_COUNT 0
#define POSE_PALETTE_COUNT 1  // matrices of a character
#define POSE_LEVEL_COUNT 2    // of the hierarchy
#define POSE_LEVELS 3         // level -> its first node; one more is the end. Nodes are sorted by level
#define POSE_PARENTS 4        // node -> parent, POSE_NONE at roots
#define POSE_BONES 5          // matrix -> node
#define POSE_BINDS 6          // matrix -> three rows of the inverse bind matrix
#define POSE_PLACES 7         // matrix -> where it is among those of a character
#define POSE_CLIPS 8          // clip -> place of its tracks, place of its timelines
#define POSE_HEADER_WORDS 9

#define POSE_NONE 0xffffffffu

// A clip's tracks: one table after another of a word for each node. A value of a track has its components
// POSE_COMPONENT_STRIDE words apart, because the keys of four nodes are interleaved (animation/packed).
#define POSE_TRANSLATION 0  // the parts: two tables for each. The first has the timeline, or POSE_NONE for a constant;
#define POSE_ROTATION 1     // the second the first word of the value, in a row of the timeline or in all tables
#define POSE_SCALE 2
#define POSE_SCALE_RANGE 6  // table: POSE_NONE, or where the range of quantized scales is: minima, then steps
#define POSE_TRACK_WORDS 7
#define POSE_COMPONENT_STRIDE 4u

// A clip's timelines: POSE_TIMELINE_WORDS for each
#define POSE_TIMELINE_TIMES 0       // place of its key times, two floats each as splitSeconds() makes them
#define POSE_TIMELINE_LAST 1        // last row
#define POSE_TIMELINE_FIRST_ROWS 2  // place of the rows before each bucket, see TimelineView
#define POSE_TIMELINE_BUCKETS 3     // float: buckets per second
#define POSE_TIMELINE_ROWS 4        // place of its rows
#define POSE_TIMELINE_STRIDE 5      // words from row to row
#define POSE_TIMELINE_WORDS 6

#ifdef __cplusplus
}  // namespace sinew::shared
#endif
#endif
