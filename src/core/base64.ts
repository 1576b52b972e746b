/** How many bytes are handed to `String.fromCharCode` at one time: a call has a limited number of arguments. */
const AT_ONCE = 8_190;

/** Bytes in base64 (RFC 4648, section 4). */
export function base64(bytes: Uint8Array): string {
  let text = "";
  // A multiple of three at one time, so that only the end is padded.
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + AT_ONCE)));
  }
  return text;
}
