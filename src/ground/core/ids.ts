import { sha256Hex } from "./digest.ts";
import type { Origins } from "./origins.ts";
import { SHORT_ID_LENGTH } from "./short-id.ts";

/** Crockford's base32 alphabet in lower case: no i, l, o or u. */
const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Fills a buffer with random bytes; `crypto.getRandomValues` in production. */
export type RandomBytes = (length: number) => Uint8Array;

/** Random bytes from the runtime's cryptographic generator. */
export const cryptoRandomBytes: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));

const character = (alphabet: string, index: number): string => alphabet.charAt(index);

/** 8 random characters, 40 bits: the path of a short link. The caller has to retry on a collision. */
export function newShortId(random: RandomBytes = cryptoRandomBytes): string {
  return inBase32(random(SHORT_ID_LENGTH));
}

/** A character for each byte, by its last five bits. */
function inBase32(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += character(CROCKFORD, byte & 31);
  return text;
}

/**
 * `prefix` and 26 characters: 48 bits of `now` in milliseconds, then 80 random bits.
 * Later ids sort after earlier ids, which keeps D1's index pages together.
 */
export function newId(
  prefix:
    | "lnk"
    | "key"
    | "vis"
    | "act"
    | "mem"
    | "rep"
    | "whk"
    | "evt"
    | "exp"
    | "rcp"
    | "eml"
    | "sch"
    | "ses"
    | "pky"
    | "sal",
  now: Date,
  random: RandomBytes = cryptoRandomBytes,
): string {
  let time = "";
  for (let rest = now.getTime(), i = 0; i < 10; i++, rest = Math.floor(rest / 32)) {
    time = character(CROCKFORD, rest % 32) + time;
  }
  return `${prefix}_${time}${inBase32(random(16))}`;
}

/** The prefixes of ids that lists are sorted by. */
type ListedPrefix = "lnk" | "act" | "key" | "rep";

/** The lowest id that `newId` can make at `now`. */
const firstIdAt = (prefix: ListedPrefix, now: Date): string =>
  newId(prefix, now, (length) => new Uint8Array(length));

/** The range of ids that `newId` makes from `from` (inclusive) to `to` (exclusive), each of which may be absent. */
export const idsMadeIn = (
  prefix: ListedPrefix,
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
): { from: string; before: string } => ({
  from: from ? firstIdAt(prefix, from) : "",
  // The tilde sorts after every character of an id.
  before: to ? firstIdAt(prefix, to) : `${prefix}_~`,
});

/** The time that `newId` put into an id; null for an id of another form. */
export function timeOfId(id: string): Date | null {
  const [, digits] = /^[a-z]{3}_([0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{16}$/.exec(id) ?? [];
  if (digits === undefined) return null;
  const time = Array.from(digits).reduce((sum, digit) => sum * 32 + CROCKFORD.indexOf(digit), 0);
  return new Date(time);
}

/** `length` unbiased random base62 characters. */
export function randomBase62(length: number, random: RandomBytes = cryptoRandomBytes): string {
  let text = "";
  while (text.length < length) {
    for (const byte of random(length)) {
      // 248 is the largest multiple of 62 in a byte: above it, a remainder would favor some characters.
      if (byte < 248 && text.length < length) text += character(BASE62, byte % 62);
    }
  }
  return text;
}

/** `value` in base62, padded left with zeros to `length` characters. */
export function toBase62(value: number, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) {
    text = character(BASE62, rest % 62) + text;
  }
  return text;
}

/** A QR code's id. It can be parsed because link ids contain exactly one underscore and identifiers contain no underscore. */
export const qrCodeId = (linkId: string, identifier: string): string => `qr_${linkId}_${identifier}`;

/** The link id and identifier in a QR code's id, or null for another text. */
export function parseQrCodeId(id: string): { linkId: string; identifier: string } | null {
  const [, linkId, identifier] = /^qr_(lnk_[0-9a-z]{20,64})_([A-Za-z0-9-]{3,64})$/.exec(id) ?? [];
  return linkId !== undefined && identifier !== undefined ? { linkId, identifier } : null;
}

/** The public URL of a QR code's image. */
export const imageUrl = (origins: Origins, linkId: string, identifier: string): string =>
  `${origins.shortLink}/qr/${qrCodeId(linkId, identifier)}.svg`;

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
