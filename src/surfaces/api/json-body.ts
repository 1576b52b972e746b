import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { decodeUtf8 } from "../../ground/core/utf8.ts";
import { readBytes } from "../../ground/platform/request-body.ts";

export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * Reads a JSON object from the body. Throws `unsupported_media_type`, `payload_too_large`, `malformed_request`, and
 * `validation_failed` if the body is not an object.
 */
export async function readJsonObject(
  request: Request,
  mediaTypes: readonly string[] = ["application/json"],
): Promise<Record<string, unknown>> {
  requireJson(request.headers, mediaTypes);
  const value = await readJson(request);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw validationFailed([{ field: "body", message: "must be an object" }]);
  }
  return value as Record<string, unknown>; // an object that is not an array: its keys are strings
}

/** Reads any JSON value from the body, ignoring the media type. Throws `payload_too_large` and `malformed_request`. */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request, MAX_BODY_BYTES);
  if (bytes.length === 0) throw malformed("The body is empty.");
  return parseJson(decode(bytes));
}

function requireJson(headers: Headers, mediaTypes: readonly string[]): void {
  const [type = "", ...parameters] = (headers.get("Content-Type") ?? "")
    .split(";")
    .map((part) => part.trim());
  const charsets = parameters.filter((parameter) => /^charset\b/i.test(parameter));
  // As clients write it; ASCII is a part of UTF-8.
  const utf8 = charsets.every((charset) =>
    /^charset\s*=\s*(["']?)(?:utf[-_]?8|(?:us-)?ascii)\1$/i.test(charset),
  );
  const encoding = headers.get("Content-Encoding") ?? "identity";
  if (mediaTypes.includes(type.toLowerCase()) && utf8 && encoding.toLowerCase() === "identity") return;
  throw new ServiceError(
    "unsupported_media_type",
    `The body must be ${mediaTypes.join(" or ")} in UTF-8 without a Content-Encoding.`,
  );
}

function decode(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes);
  } catch {
    throw malformed("The body is not valid UTF-8.");
  }
}

const MAX_DEPTH = 64;

const malformed = (message: string): ServiceError => new ServiceError("malformed_request", message);

/** Parses JSON. Throws `malformed_request` if the text is invalid or nested too deep. */
function parseJson(text: string): unknown {
  requireDepth(text);
  try {
    return JSON.parse(text);
  } catch {
    throw malformed("The body is not valid JSON.");
  }
}

/** Runs before `JSON.parse`: 4 MiB of brackets become two million arrays, more than an isolate's memory. */
function requireDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        inString = !inString;
        break;
      case 0x5c: // \
        if (inString) at++;
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (!inString && ++depth > MAX_DEPTH)
          throw malformed(`The body is nested more than ${MAX_DEPTH} levels deep.`);
        break;
      case 0x5d: // ]
      case 0x7d: // }
        if (!inString) depth--;
        break;
    }
  }
}
