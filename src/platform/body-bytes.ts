import { ServiceError } from "../core/errors.ts";
import { dropBody } from "./unread-body.ts";

const endedEarly = () => new ServiceError("malformed_request", "The body ended early.");

/**
 * The bytes of a body of at most `max` bytes; every surface reads its bodies here. Content-Length delimits a body, so that
 * the body cannot be longer. A body without it is counted while it is read, and no more of it is held. Throws
 * `payload_too_large`, with `message`, and `malformed_request`.
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

/** The bytes of a body; null where there are more than `max`. */
async function countBytes(
  body: ReadableStream<Uint8Array>,
  max: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body.values({ preventCancel: true })) {
      length += chunk.byteLength;
      if (length > max) break;
      chunks.push(chunk);
    }
  } catch {
    throw endedEarly();
  }
  if (length > max) {
    await dropBody(body);
    return null;
  }
  return join(chunks, length);
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
