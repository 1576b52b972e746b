import { GTIN_LENGTH, gtinProblem } from "../../ground/core/gtin.ts";

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
