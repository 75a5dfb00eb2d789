// Precompiled for libraries and programs that format text.
#pragma once

#include "plain_headers.h"

#include <fmt/format.h>
