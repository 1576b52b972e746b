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
export async function dropBody(body: ReadableStream<Uint8Array>): Promise<void> {
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
