import { ServiceError } from "../core/errors.ts";
import { dropBody } from "../platform/unread-body.ts";
import { malformed } from "./json-text.ts";

const tooLarge = (most: number) =>
  new ServiceError("payload_too_large", `The body must be at most ${most} bytes.`);

const endedEarly = () => malformed("The body ended early.");

/**
 * The bytes of a body of at most `most` bytes. Content-Length delimits a body, so that the body cannot be longer. A body
 * without it is counted while it is read. Throws `payload_too_large` and `malformed_request`.
 */
export async function readBytes(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const contentLength = request.headers.get("Content-Length");
  if (Number(contentLength) > most) throw tooLarge(most);
  if (request.body === null) return new Uint8Array();
  if (contentLength === null) return countBytes(request.body, most);
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch {
    throw endedEarly();
  }
}

async function countBytes(body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body.values({ preventCancel: true })) {
      length += chunk.byteLength;
      if (length > most) break;
      chunks.push(chunk);
    }
  } catch {
    throw endedEarly();
  }
  if (length > most) {
    await dropBody(body);
    throw tooLarge(most);
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
