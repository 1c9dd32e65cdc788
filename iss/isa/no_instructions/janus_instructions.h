// What the instructions of a user's own mean: there are none. JANUS_INSTRUCTIONS names another folder in place of this
// one.
#pragma once
