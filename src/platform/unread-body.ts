/** How much is read and dropped, in bytes. */
const MAX_DROPPED_BYTES = 16 * 1024 * 1024;

/** Reads and drops the body of a request that was answered without it, before the answer is sent. */
export async function dropUnreadBody({ body, bodyUsed }: Request): Promise<void> {
  if (body !== null && !bodyUsed) await dropBody(body);
}

/**
 * Reads and drops what is left of a body, before an answer that does not depend on it is sent: the runtime closes the
 * connection otherwise, and a client that is still sending may never see the answer. Never throws.
 */
export async function dropBody(body: ReadableStream<Uint8Array>): Promise<void> {
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.byteLength;
      if (length > MAX_DROPPED_BYTES) return;
    }
  } catch {
    // The client has gone, and needs no answer.
  }
}
