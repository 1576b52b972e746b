import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { decodeUtf8, JsonProblem, parseJson } from "../../ground/core/json.ts";
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
  return parsed(decode(bytes));
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

const malformed = (message: string): ServiceError => new ServiceError("malformed_request", message);

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw error instanceof JsonProblem ? malformed(`The body ${error.message}.`) : error;
  }
}
