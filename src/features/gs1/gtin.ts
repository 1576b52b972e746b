/**
 * GTINs (GS1 General Specifications 3.3.2 and 7.9.1): 8, 12, 13 or 14 digits with a check digit. Scripts of pages use this
 * file too, so it imports nothing.
 */

/** The form of a GTIN in an address: 14 digits, with zeros on the left. */
export const GTIN_LENGTH = 14;

/** Whether the last digit is right: weights 3 and 1 from the right give a multiple of ten. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/** The problem of a GTIN, as a phrase that follows the field's name; undefined for a valid GTIN. */
export function gtinProblem(text: string): string | undefined {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return "must have 8, 12, 13 or 14 digits";
  if (/^0+$/.test(text)) return "must not be only zeros";
  return hasCheckDigit(text) ? undefined : "has a wrong check digit: its last digit does not fit the others";
}

/** A GTIN in 14 digits. */
export const gtin14 = (gtin: string): string => gtin.padStart(GTIN_LENGTH, "0");

/** The path of a GTIN's address, without its first slash, as stored with a link's addresses. */
export const gtinPath = (gtin: string): string => `01/${gtin}`;

/**
 * The identifier of the code of a link's first GTIN. Images never change, so the code of another GTIN has the identifier
 * `gs1-{gtin}`.
 */
export const GTIN_CODE = "gs1";

/** The GTIN of a code that encodes the address of a GTIN; undefined for another URL. */
export const gtinOf = (url: string): string | undefined => /^https?:\/\/[^/]+\/01\/(\d{14})$/.exec(url)?.[1];

/** The human-readable line below a code (GS1 General Specifications 4.14). */
export const gtinLine = (gtin: string): string => `(01) ${gtin}`;

/** The smallest module of a QR code with a GS1 Digital Link URI, in millimeters (GS1 General Specifications, table 5.12.3-1). */
export const MIN_MODULE = 0.396;

/**
 * Binary EPCs of a GTIN, in hexadecimal or base64: their first byte is the header of SGTIN-96, SGTIN-198, SGTIN+ or DSGTIN+ (EPC
 * Tag Data Standard 2.0).
 */
const BINARY =
  /^e(?:h(?:30|36|[fF]7|[fF][bB])[\da-fA-F]{14,}|x(?=.*[A-Z])(?=.*\d)(?:M[A-P]|N[g-v]|[9-][w-z\d_-])[\w-]{14,})$/;

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * The first byte of a compressed GS1 Digital Link URI that begins with a GTIN: its identifier, or the code of frequent
 * combinations with it (the optimizations of GS1's compression).
 */
const GTIN_FIRST = /^(?:01|[01][a-f]|[23][a-f]|a\d)$/;
const BITS = 6;
/** The byte, and 47 bits for 14 digits. */
const GTIN_BITS = [8, 55] as const;

/** Whether the segment of a path is a binary EPC or a compressed GS1 Digital Link URI of a product. */
export function isEncodedGtin(segment: string): boolean {
  if (BINARY.test(segment)) return true;
  if (!/^[\w-]{10,}$/.test(segment)) return false;
  const places = [...segment.slice(0, 10)].map((letter) => BASE64.indexOf(letter));
  const bits = places.map((place) => place.toString(2).padStart(BITS, "0")).join("");
  const [start, end] = GTIN_BITS;
  const first = Number.parseInt(bits.slice(0, start), 2).toString(16).padStart(2, "0");
  const gtin = Number.parseInt(bits.slice(start, end), 2).toString().padStart(GTIN_LENGTH, "0");
  return GTIN_FIRST.test(first) && gtin.length === GTIN_LENGTH && gtinProblem(gtin) === undefined;
}
