// Precompiled for the tests.
#pragma once

#include "plain_headers.h"

#include "../tests/support/catch.h"
