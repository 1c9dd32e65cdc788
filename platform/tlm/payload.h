// The check of generic payloads that all targets of this platform share.
#pragma once

#include <cstdint>
#include <tlm>

namespace janus::prototype {

// OK if the payload has neither byte enables nor streaming; otherwise the error response (TLM-2.0, sections 14.10 and
// 14.12).
inline tlm::tlm_response_status plain_access(tlm::tlm_generic_payload& transaction) {
  if (transaction.get_byte_enable_ptr()) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (transaction.get_streaming_width() < transaction.get_data_length()) return tlm::TLM_BURST_ERROR_RESPONSE;
  return tlm::TLM_OK_RESPONSE;
}

}  // namespace janus::prototype
