import { COLOR_FORMAT } from "../../core/colors.ts";
import { ServiceError } from "../../core/errors.ts";
import { levelsFor, symbolSide } from "../../qr-codes/encodable.ts";
import { formatOf } from "../../qr-codes/image-formats.ts";
import { defaultOptions, type ImageOptions, readImageOptions } from "../../qr-codes/image-options.ts";
import { MOST_SIDE_WITH_LOGO } from "../../qr-codes/logo-place.ts";
import { printSizeFor } from "../../qr-codes/print-size.ts";
import { withSavedStyle } from "../../qr-codes/saved-style.ts";
import { fullStyle, type Style } from "../../qr-codes/style.ts";
import type { CodeStyle } from "../../qr-codes/style-schema.ts";
import { type FormProblems, NO_PROBLEMS, problemsOf } from "../frame/forms.ts";

/** The fields of how codes are drawn. All but the first two are named as the options of an image are. */
const DRAWING_FIELDS = [
  "distance",
  "size",
  "color",
  "background",
  "level",
  "quietZone",
  "modules",
  "finders",
  "logo",
  "frame",
  "frameText",
] as const;
type DrawingField = (typeof DRAWING_FIELDS)[number];

/** What is drawn: the options of every image but its size, and the print size of each code. */
export interface Drawn {
  options: Omit<ImageOptions, "size">;
  /** Width of each code with its quiet zone, in millimetres, in the order of the codes. */
  sizes: readonly number[];
}

/** How an address asks for codes to be drawn. */
export interface DrawingQuery {
  /** As they were typed; empty fields are left out. */
  typed: URLSearchParams;
  /** What is typed and, for the rest, what was saved: also where that can't be drawn. */
  style: Style;
  /** Null where that can't be drawn; `problems` says why. */
  drawn: Drawn | null;
  problems: FormProblems;
}

const MOST = formatOf("pdf").most;
const USUAL = formatOf("pdf").defaultSize ?? MOST;

/** A code that is large enough for any phone, in millimetres from the camera. */
const NEAREST = 0;

/** Reads how the codes of these URLs are to be drawn. */
export function drawingQuery(
  search: URLSearchParams,
  encodedUrls: readonly string[],
  saved: CodeStyle = {},
): DrawingQuery {
  const typed = new URLSearchParams(
    DRAWING_FIELDS.flatMap((name): [string, string][] => {
      const value = search.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  const problems = new Map<string, string>();
  const options = readOptions(typed, saved, problems);
  const style = fullStyle(options);
  const sizes = sizesOf(typed, options, encodedUrls, problems);
  if (problems.size > 0) return { typed, style, drawn: null, problems: { fields: problems } };
  return { typed, style, drawn: { options, sizes }, problems: NO_PROBLEMS };
}

/** The usual options take the place of those that have a problem, so that the others can be judged too. */
function readOptions(
  typed: URLSearchParams,
  saved: CodeStyle,
  problems: Map<string, string>,
): Drawn["options"] {
  const asked: Record<string, string[]> = {};
  for (const name of DRAWING_FIELDS.slice(2)) {
    const text = typed.get(name);
    if (text === null) continue;
    if (name !== "color" && name !== "background") asked[name] = [text];
    else if (COLOR_FORMAT.test(withHash(text))) asked[name] = [withHash(text)];
    else problems.set(name, "Type a color as six digits or letters from a to f, such as #1a2b3c.");
  }
  try {
    const { size, ...options } = readImageOptions("svg", withSavedStyle(asked, saved), saved);
    // A logo needs the highest level, which every drawing then has by itself.
    return options.logo === "none" ? options : { ...options, level: "H" };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    for (const [name, text] of problemsOf(error, DRAWING_FIELDS).fields) problems.set(name, text);
    const { size, ...options } = defaultOptions("svg");
    return options;
  }
}

/** A color as people type it, with the sign that programs want before it. */
export const withHash = (color: string): string => (color.startsWith("#") ? color : `#${color}`);

/** The options' level and the size, which depend on what the codes encode. */
function sizesOf(
  typed: URLSearchParams,
  { level, quietZone, logo }: Drawn["options"],
  encodedUrls: readonly string[],
  problems: Map<string, string>,
): number[] {
  if (!levelsFor(encodedUrls).includes(level)) {
    problems.set("level", `Level ${level} has no room for this address. Choose a lower one.`);
    return [];
  }
  const isLarge = (url: string) => (symbolSide(url, level) ?? 0) > MOST_SIDE_WITH_LOGO;
  if (logo !== "none" && encodedUrls.some(isLarge)) {
    problems.set("logo", "Has no room in a code with an address of more than 58 characters.");
    return [];
  }
  const refuse = (field: DrawingField, text: string): number[] => {
    problems.set(field, text);
    return [];
  };
  const sizesAt = (distance: number) =>
    encodedUrls.map((encodedUrl) => printSizeFor({ encodedUrl, level, quietZone, distance }) ?? MOST + 1);
  const least = sizesAt(NEAREST);
  const [distance, size] = [typed.get("distance"), typed.get("size")];
  if (distance !== null && size !== null) {
    return refuse("size", "Give the distance or the width, and leave the other one empty.");
  }
  if (distance !== null) {
    const metres = numberIn(distance);
    if (metres === null || metres <= 0) return refuse("distance", "Type meters as a number, such as 1.5.");
    const sizes = sizesAt(metres * 1000);
    if (sizes.every((each) => each <= MOST)) return sizes;
    return refuse("distance", `Must be less: a code for it would be wider than ${MOST} mm.`);
  }
  const millimetres = size === null ? null : numberIn(size);
  if (size === null) return least.map((each) => Math.max(USUAL, each));
  const needed = Math.max(...least);
  if (millimetres === null || !Number.isInteger(millimetres) || millimetres > MOST) {
    return refuse("size", `Type whole millimeters from ${needed} to ${MOST}.`);
  }
  if (millimetres < needed) {
    const text = `Must be at least ${needed} mm: a code has to be 20 mm wide without its quiet zone.`;
    return refuse("size", text);
  }
  return least.map(() => millimetres);
}

/** A decimal number with a point or a comma; null for any other text. */
function numberIn(text: string): number | null {
  return /^\d{1,6}([.,]\d{1,6})?$/.test(text) ? Number(text.replace(",", ".")) : null;
}

/** The query of an address that draws in the same way, without a question mark; `more` stands before it. */
export const drawingText = (typed: URLSearchParams, more: readonly [string, string][] = []): string =>
  new URLSearchParams([...more, ...typed]).toString();
