import { GTIN_LENGTH, gtinProblem } from "./gtin.ts";

/** What a GS1 Digital Link URI of a product identifies (GS1 Digital Link URI Syntax 1.7.0, 4.3 and 4.7). */
interface DigitalLink {
  gtin: string;
  /** The values of its qualifiers by application identifier, decoded. */
  qualifiers: ReadonlyMap<string, string>;
}

/** The key qualifiers of a GTIN in their order, with the maximum length of their values; 235 stands alone. */
const QUALIFIERS = new Map([
  ["22", 20],
  ["10", 20],
  ["21", 20],
]);
const THIRD_PARTY_SERIAL = new Map([["235", 28]]);

/** The application identifier of a batch or lot. */
export const LOT = "10";

/** GS1 AI encodable character set 82 (GS1 General Specifications, figure 7.11-1). */
const CHARACTERS = /^[!"%-?A-Z_a-z]+$/;

/** Whether a text can be the value of a lot. Clients remove dots that are alone in a path, even encoded. */
export const isLot = (text: string): boolean =>
  text.length <= 20 && CHARACTERS.test(text) && text !== "." && text !== "..";

/** Attributes in the query whose values have six digits: dates and measures (URI Syntax 1.7.0, 4.9.1). */
const SIX_DIGITS = /^(?:1[1-35-7]|3[1-6]\d\d)$/;

/**
 * Reads the path `/01/…` and the query of an address. Returns the problem as a sentence without text of the request if the
 * address breaks the syntax.
 */
export function readDigitalLink(path: string, query: URLSearchParams): DigitalLink | { problem: string } {
  // A slash at the end is tolerated (GS1-Conformant Resolver 1.2.1, 2.2).
  const [, , gtin = "", ...rest] = path.replace(/\/$/, "").split("/");
  const problem = gtinProblem(gtin);
  if (gtin.length !== GTIN_LENGTH) return { problem: `The GTIN must have ${GTIN_LENGTH} digits.` };
  if (problem !== undefined) return { problem: `The GTIN ${problem}.` };
  if (rest.length % 2 === 1) return { problem: "The path must consist of identifiers, each with a value." };
  const qualifiers = new Map<string, string>();
  const order = rest[0] === "235" ? THIRD_PARTY_SERIAL : QUALIFIERS;
  let waiting = [...order.keys()];
  for (let place = 0; place < rest.length; place += 2) {
    const [identifier = "", encoded = ""] = rest.slice(place);
    const next = waiting.indexOf(identifier);
    if (next < 0)
      return {
        problem: order.has(identifier)
          ? "The qualifiers must be in the order 22, 10, 21, each at most once."
          : "After the GTIN, a path has only the qualifiers 22, 10 and 21. Attributes belong in the query.",
      };
    waiting = waiting.slice(next + 1);
    const value = decoded(encoded);
    if (value === null || value.length > (order.get(identifier) ?? 0) || !CHARACTERS.test(value))
      return { problem: `The value of the qualifier ${identifier} is not valid.` };
    qualifiers.set(identifier, value);
  }
  for (const [name, value] of query) {
    if (SIX_DIGITS.test(name) && !/^\d{6}$/.test(value))
      return { problem: "Dates and measures in the query must have six digits." };
  }
  return { gtin, qualifiers };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
