import { ServiceError } from "../core/errors.ts";

const MAX_DEPTH = 64;

/** The `malformed_request` error with this message. */
export const malformed = (message: string): ServiceError => new ServiceError("malformed_request", message);

/** The value of a JSON text. Throws `malformed_request` if it isn't JSON, or is nested deeper than 64 levels. */
export function parseJson(text: string): unknown {
  requireDepth(text);
  try {
    return JSON.parse(text);
  } catch {
    throw malformed("The body is not valid JSON.");
  }
}

/** Runs before JSON.parse: 4 MiB of brackets make two million arrays, which take more memory than an isolate has. */
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
          throw malformed(`The body is nested deeper than ${MAX_DEPTH} levels.`);
        break;
      case 0x5d: // ]
      case 0x7d: // }
        if (!inString) depth--;
        break;
    }
  }
}
