import { CONDITION_WORDS } from "../../../features/retailers/offer-when.ts";
import { type PlaceKind, placeCode, placeName, unknownPlace } from "../labels/place-names.ts";

/** The conditions of an offer by their paths, in the order of a menu. `countries` is short for `when.countries`. */
export const CONDITION_PATHS = [
  "countries",
  "when.countries",
  "when.languages",
  "when.devices",
  "when.regions",
  "when.qrCodes",
  "when.sources",
  "when.from",
  "when.until",
] as const;

export const isCondition = (path: string): boolean => CONDITION_PATHS.some((each) => each === path);

/** What is typed in one line for a condition, with commas between its values, by its path. */
const TYPED: ReadonlyMap<string, PlaceKind | "text" | undefined> = new Map([
  ["countries", CONDITION_WORDS.countries.typed],
  ...Object.entries(CONDITION_WORDS).map(([name, { typed }]) => [`when.${name}`, typed] as const),
]);

/** Whether a condition's values are typed in one line. */
export const isTyped = (path: string): boolean => TYPED.get(path) !== undefined;

/** The kind of place that a condition names, if any. */
export function placeKindOf(path: string): PlaceKind | undefined {
  const kind = TYPED.get(path);
  return kind === "text" ? undefined : kind;
}

/** The id of the list of names of a kind of place. */
export const namesList = (kind: PlaceKind): string => `names-${kind}`;

/** The id of the list with the names that a condition suggests, if any. */
export function namesListOf(path: string): string | undefined {
  const kind = placeKindOf(path);
  return kind && namesList(kind);
}

/** The values of a condition as its control shows them: "Canada, United Kingdom". */
export function shownValues(path: string, values: readonly unknown[]): string {
  const kind = placeKindOf(path);
  return values.map((value) => (kind ? placeName(kind, String(value)) : String(value))).join(", ");
}

/** The texts that were typed in a condition, without blank ones. */
const typedTexts = (typed: string): string[] => typed.split(/[\r\n,;]+/).flatMap((text) => text.trim() || []);

/** What was typed in a condition, as the API has it. Unknown names stay as they are; `problem` says so in words. */
export function readValues(path: string, typed: string): { values: string[]; problem?: string } {
  const kind = placeKindOf(path);
  const texts = typedTexts(typed);
  if (!kind) return { values: texts };
  const values = texts.map((text) => placeCode(kind, text) ?? text);
  const unknown = texts.find((text) => placeCode(kind, text) === undefined);
  return {
    values: [...new Set(values)],
    ...(unknown !== undefined && { problem: unknownPlace(kind, unknown) }),
  };
}

/** The codes of a link. Conditions have their identifiers, and people read their names. */
export type CodeNames = readonly { identifier: string; name: string }[];

/** The id of the list with the names of the link's codes. */
export const CODES_LIST = "names-codes";

/** The codes that a name stands for: one that no other code has as its name or identifier, and that is a single text. */
export const namedCodes = (codes: CodeNames): CodeNames =>
  codes.filter(
    ({ identifier, name }) =>
      !/[,;\r\n]/.test(name) &&
      !codes.some(
        (other) =>
          other.identifier !== identifier &&
          [other.name, other.identifier].some((text) => isSame(text, name)),
      ),
  );

const isSame = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** What was typed for codes, with identifiers in place of names. */
export const withIdentifiers = (typed: string, codes: CodeNames): string =>
  typedTexts(typed)
    .map((text) => namedCodes(codes).find(({ name }) => isSame(name, text))?.identifier ?? text)
    .join(", ");

/** Identifiers of codes as the control shows them: by name. */
export const withCodeNames = (identifiers: string, codes: CodeNames): string =>
  typedTexts(identifiers)
    .map((text) => namedCodes(codes).find(({ identifier }) => isSame(identifier, text))?.name ?? text)
    .join(", ");
