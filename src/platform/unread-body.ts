/** How much of a body that no answer depends on is read and dropped, in bytes. */
export const MAX_DROPPED_BYTES = 16 * 1024 * 1024;

/**
 * Reads and drops the body of a request that was answered without it, before the answer is sent: the runtime closes the
 * connection otherwise, and a client that is still sending may never see the answer.
 */
export async function dropUnreadBody({ body, bodyUsed }: Request): Promise<void> {
  if (body === null || bodyUsed) return;
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
