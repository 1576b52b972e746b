import { sha256Hex } from "./digest.ts";
import { cryptoRandomBytes, type RandomBytes } from "./ids.ts";

/** A token has 32 random bytes, in 43 characters of base64url (RFC 4648, 5). */
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A new secret for a URL. */
export const newToken = (random: RandomBytes = cryptoRandomBytes): string =>
  btoa(String.fromCharCode(...random(TOKEN_BYTES)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Whether a text has the form of a token. */
export const isToken = (text: string): boolean => TOKEN.test(text);

/** The hash under which a token is stored. */
export const tokenHash = (token: string): Promise<string> => sha256Hex(token);
