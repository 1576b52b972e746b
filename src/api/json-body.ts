import { ServiceError, validationFailed } from "../core/errors.ts";
import { decodeUtf8 } from "../core/utf8.ts";
import { dropBody } from "../platform/unread-body.ts";
import { malformed, parseJson } from "./json-text.ts";

/** The longest body that a request may have, in bytes. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * Reads the body, a JSON object in one of `mediaTypes`. Throws `unsupported_media_type`, `payload_too_large`,
 * `malformed_request`, and `validation_failed` if the body is not an object.
 */
export async function readJsonObject(
  request: Request,
  mediaTypes: readonly string[] = ["application/json"],
): Promise<Record<string, unknown>> {
  requireJson(request.headers, mediaTypes);
  const bytes = await readBytes(request);
  if (bytes.length === 0) throw malformed("The body is empty.");
  const value = parseJson(decode(bytes));
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw validationFailed([{ field: "body", message: "must be an object" }]);
  }
  return value as Record<string, unknown>; // an object that is not an array: its keys are strings
}

function requireJson(headers: Headers, mediaTypes: readonly string[]): void {
  const [type = "", ...parameters] = (headers.get("Content-Type") ?? "")
    .split(";")
    .map((part) => part.trim());
  const charsets = parameters.filter((parameter) => /^charset\b/i.test(parameter));
  const utf8 = charsets.every((charset) => /^charset=(?:utf-8|"utf-8")$/i.test(charset));
  const encoding = headers.get("Content-Encoding") ?? "identity";
  if (mediaTypes.includes(type.toLowerCase()) && utf8 && encoding.toLowerCase() === "identity") return;
  throw new ServiceError(
    "unsupported_media_type",
    `The body must be ${mediaTypes.join(" or ")} in UTF-8, not encoded.`,
  );
}

const tooLarge = () =>
  new ServiceError("payload_too_large", `The body must be at most ${MAX_BODY_BYTES} bytes.`);

const endedEarly = () => malformed("The body ended early.");

/** Content-Length delimits a body, so that the body cannot be longer. A body without it is counted while it is read. */
async function readBytes(request: Request): Promise<Uint8Array> {
  const contentLength = request.headers.get("Content-Length");
  if (Number(contentLength) > MAX_BODY_BYTES) throw tooLarge();
  if (request.body === null) return new Uint8Array();
  if (contentLength === null) return countBytes(request.body);
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch {
    throw endedEarly();
  }
}

async function countBytes(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body.values({ preventCancel: true })) {
      length += chunk.byteLength;
      if (length > MAX_BODY_BYTES) break;
      chunks.push(chunk);
    }
  } catch {
    throw endedEarly();
  }
  if (length > MAX_BODY_BYTES) {
    await dropBody(body);
    throw tooLarge();
  }
  const [first] = chunks;
  return chunks.length === 1 && first ? first : join(chunks, length);
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

function decode(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes);
  } catch {
    throw malformed("The body is not valid UTF-8.");
  }
}
