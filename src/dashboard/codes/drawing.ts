import { COLOR_FORMAT } from "../../core/colors.ts";
import { ServiceError } from "../../core/errors.ts";
import { fullStyle, type Style } from "../../qr-codes/code-style.ts";
import { levelsFor } from "../../qr-codes/encodable.ts";
import { formatOf } from "../../qr-codes/image-formats.ts";
import { defaultOptions, type ImageOptions, readImageOptions } from "../../qr-codes/image-options.ts";
import { printSizeFor } from "../../qr-codes/print-size.ts";
import { hasRoomForLogo, withLogo, withSavedStyle } from "../../qr-codes/resolve-style.ts";
import type { CodeStyle } from "../../qr-codes/style-schema.ts";
import { type FormProblems, NO_PROBLEMS, problemsOf } from "../layout/forms.ts";

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

/** A code that is to be drawn. */
export interface DrawnCode {
  encodedUrl: string;
  /** As it was saved with the code or with its project. */
  saved: CodeStyle;
  /** Whether its project has a logo that codes can show. */
  hasLogo: boolean;
}

/** What is drawn: the options of every image but its size, and the print size. */
export interface Drawn {
  options: Omit<ImageOptions, "size">;
  /** Width with its quiet zone, in millimeters. */
  size: number;
}

/** How an address asks for a code to be drawn. */
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

/** A code that is large enough for any phone, in millimeters from the camera. */
const NEAREST = 0;

/** Reads how a code is to be drawn. */
export function drawingQuery(search: URLSearchParams, code: DrawnCode): DrawingQuery {
  const typed = new URLSearchParams(
    DRAWING_FIELDS.flatMap((name): [string, string][] => {
      const value = search.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  const problems = new Map<string, string>();
  const options = readOptions(typed, code, problems);
  const style = fullStyle(options);
  const size = sizeOf(typed, options, code.encodedUrl, problems);
  if (size === null || problems.size > 0)
    return { typed, style, drawn: null, problems: { fields: problems } };
  return { typed, style, drawn: { options, size }, problems: NO_PROBLEMS };
}

/** The usual options take the place of those that have a problem, so that the others can be judged too. */
function readOptions(
  typed: URLSearchParams,
  { encodedUrl, saved, hasLogo }: DrawnCode,
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
    const { size, ...options } = readImageOptions("svg", withSavedStyle(asked, saved));
    if (options.logo === "none") return options;
    const isWithinQuota = hasRoomForLogo(encodedUrl);
    if (typed.has("logo") && !isWithinQuota)
      problems.set("logo", "Has no room in a code with an address of more than 58 characters.");
    else if (typed.has("logo") && !hasLogo)
      problems.set("logo", "The project has no logo that codes can show: upload a PNG or an SVG.");
    return withLogo(options, hasLogo && isWithinQuota);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    for (const [name, text] of problemsOf(error, DRAWING_FIELDS).fields) problems.set(name, text);
    const { size, ...options } = defaultOptions("svg");
    return options;
  }
}

/** A color as people type it, with the sign that programs want before it. */
export const withHash = (color: string): string => (color.startsWith("#") ? color : `#${color}`);

/** The size, which depends on what the code encodes and on its level; null where there is a problem. */
function sizeOf(
  typed: URLSearchParams,
  { level, quietZone }: Drawn["options"],
  encodedUrl: string,
  problems: Map<string, string>,
): number | null {
  const refuse = (field: DrawingField, text: string): null => {
    problems.set(field, text);
    return null;
  };
  if (!levelsFor([encodedUrl]).includes(level)) {
    return refuse("level", `Level ${level} has no room for this address. Choose a lower one.`);
  }
  const sizeAt = (distance: number) => printSizeFor({ encodedUrl, level, quietZone, distance }) ?? MOST + 1;
  const least = sizeAt(NEAREST);
  const [distance, size] = [typed.get("distance"), typed.get("size")];
  if (distance !== null && size !== null) {
    return refuse("size", "Give the distance or the width, and leave the other one empty.");
  }
  if (distance !== null) {
    const meters = numberIn(distance);
    if (meters === null || meters <= 0) return refuse("distance", "Type meters as a number, such as 1.5.");
    const needed = sizeAt(meters * 1000);
    if (needed <= MOST) return needed;
    return refuse("distance", `Must be less: a code for it would be wider than ${MOST} mm.`);
  }
  if (size === null) return Math.max(USUAL, least);
  const millimeters = numberIn(size);
  if (millimeters === null || !Number.isInteger(millimeters) || millimeters > MOST) {
    return refuse("size", `Type whole millimeters from ${least} to ${MOST}.`);
  }
  if (millimeters >= least) return millimeters;
  return refuse("size", `Must be at least ${least} mm: a code has to be 20 mm wide without its quiet zone.`);
}

/** A decimal number with a point or a comma; null for any other text. */
function numberIn(text: string): number | null {
  return /^\d{1,6}([.,]\d{1,6})?$/.test(text) ? Number(text.replace(",", ".")) : null;
}

/** The query of an address that draws in the same way, without a question mark; `more` stands before it. */
export const drawingText = (typed: URLSearchParams, more: readonly [string, string][] = []): string =>
  new URLSearchParams([...more, ...typed]).toString();
