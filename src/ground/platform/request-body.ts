import { ServiceError } from "../core/errors.ts";

const endedEarly = () => new ServiceError("malformed_request", "The body ended early.");

/**
 * The bytes of a body of at most `max` bytes. Content-Length delimits a body, so the body cannot be longer. A body without it
 * is counted while it is read, and reading stops at the limit. Throws `payload_too_large`, with `message`, and
 * `malformed_request`.
 */
export async function readBytes(
  request: Request,
  max: number,
  message = `The body must be at most ${max} bytes.`,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new ServiceError("payload_too_large", message);
  const contentLength = request.headers.get("Content-Length");
  if (Number(contentLength) > max) throw tooLarge();
  if (request.body === null) return new Uint8Array();
  if (contentLength === null) {
    const bytes = await countBytes(request.body, max);
    if (bytes === null) throw tooLarge();
    return bytes;
  }
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch {
    throw endedEarly();
  }
}

/** The initial buffer for a body of unknown length, in bytes. */
const FIRST_BYTES = 16 * 1024;

/**
 * The bytes of a body; null for more than `max`. They are copied into one buffer, because many small pieces would take much
 * more memory than their bytes.
 */
async function countBytes(
  body: ReadableStream<Uint8Array>,
  max: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  let bytes = new Uint8Array(FIRST_BYTES);
  let length = 0;
  try {
    for await (const piece of body.values({ preventCancel: true })) {
      const start = length;
      length += piece.byteLength;
      if (length > max) break;
      if (length > bytes.length) {
        const larger = new Uint8Array(Math.max(length, Math.min(max, 2 * bytes.length)));
        larger.set(bytes.subarray(0, start));
        bytes = larger;
      }
      bytes.set(piece, start);
    }
  } catch {
    throw endedEarly();
  }
  if (length > max) {
    await dropBody(body);
    return null;
  }
  return bytes.slice(0, length);
}

/** The maximum that is read and dropped, in bytes. */
const MAX_DROPPED_BYTES = 16 * 1024 * 1024;

/** Reads and drops the unread body of a request before the response is sent. */
export async function dropUnreadBody({ body, bodyUsed }: Request): Promise<void> {
  if (body !== null && !bodyUsed) await dropBody(body);
}

/**
 * Reads and drops the rest of a body before a response is sent that does not depend on it: otherwise the runtime closes the
 * connection, and a client that is still sending may never see the response. Never throws.
 */
async function dropBody(body: ReadableStream<Uint8Array>): Promise<void> {
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.byteLength;
      if (length > MAX_DROPPED_BYTES) return;
    }
  } catch {
    // The client is gone.
  }
}
