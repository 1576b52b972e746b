/** How many bytes `String.fromCharCode` gets per call: a call has a limited number of arguments. */
const CHUNK = 8_190;

/** Bytes in base64 (RFC 4648, section 4). */
export function base64(bytes: Uint8Array): string {
  let text = "";
  // A multiple of three per call, so that only the end is padded.
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  }
  return text;
}
