import { levelsFor } from "../../../features/qr-codes/capacities.ts";
import { TRANSPARENT } from "../../../features/qr-codes/contrast.ts";
import { formatOf } from "../../../features/qr-codes/image-formats.ts";
import { defaultOptions, type ImageOptions } from "../../../features/qr-codes/image-options.ts";
import { printSizeFor } from "../../../features/qr-codes/print-layout.ts";
import { readImageOptions } from "../../../features/qr-codes/read-image-options.ts";
import { hasRoomForLogo, withLogo, withSavedStyle } from "../../../features/qr-codes/resolve-style.ts";
import { type CodeStyle, fullStyle, type Style } from "../../../features/qr-codes/style.ts";
import { typedColor } from "../../../ground/core/colors.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import { problemsOf } from "../layout/form-screen.ts";
import { type FormProblems, NO_PROBLEMS, typedIn } from "../layout/forms.ts";

/** The fields of a code's size and style. All but the first two are named like image options. */
const DRAWING_FIELDS = [
  "distance",
  "size",
  "color",
  "background",
  "surface",
  "level",
  "quietZone",
  "modules",
  "finders",
  "logo",
  "frame",
  "frameText",
  "hri",
] as const;
type DrawingField = (typeof DRAWING_FIELDS)[number];

export interface DrawnCode {
  encodedUrl: string;
  /** The saved style of the code or its project. */
  saved: CodeStyle;
  /** Whether the project has a logo that codes can show. */
  hasLogo: boolean;
}

/** The options of all images except their size, and the print size. */
export interface Drawn {
  options: Omit<ImageOptions, "size">;
  /** Width with the quiet zone, in millimeters. */
  size: number;
}

/** The drawing of a code that a URL describes. */
export interface DrawingQuery {
  /** The fields as typed, without empty ones. */
  typed: URLSearchParams;
  /** The typed style, completed by the saved one. */
  style: Style;
  /** Null with problems. */
  drawn: Drawn | null;
  /** The drawing without the fields that have problems. */
  lastGood: Drawn | null;
  problems: FormProblems;
}

const COLORS: readonly string[] = ["color", "background", "surface"];

/** The field that makes the background transparent, whatever its color. */
export const TRANSPARENT_FIELD = "transparent";

const MAX_SIZE = formatOf("pdf").most;
const DEFAULT_SIZE = formatOf("pdf").defaultSize ?? MAX_SIZE;

/** The distance that gives the smallest size, in millimeters. */
const NEAREST = 0;

/** Reads how to draw a code. */
export function drawingQuery(search: URLSearchParams, code: DrawnCode): DrawingQuery {
  const typed = typedIn(search, DRAWING_FIELDS);
  if (search.has(TRANSPARENT_FIELD)) typed.set("background", TRANSPARENT);
  const problems = new Map<string, string>();
  const options = readOptions(typed, code, problems);
  const style = fullStyle(options);
  const size = sizeOf(typed, options, code.encodedUrl, problems);
  if (size !== null && problems.size === 0) {
    const drawn = { options, size };
    return { typed, style, drawn, lastGood: drawn, problems: NO_PROBLEMS };
  }
  const valid = new URLSearchParams([...typed].filter(([name]) => !problems.has(name)));
  const lastGood = valid.size < typed.size ? drawingQuery(valid, code).lastGood : null;
  return { typed, style, drawn: null, lastGood, problems: { fields: problems } };
}

const COLOR_PROBLEM = "Type a color such as #1a2b3c, or its inks in percent, such as C100 M60 Y0 K30.";

/** Options with problems get their defaults, so that the others can be validated too. */
function readOptions(
  typed: URLSearchParams,
  { encodedUrl, saved, hasLogo }: DrawnCode,
  problems: Map<string, string>,
): Drawn["options"] {
  const asked: Record<string, string[]> = {};
  for (const name of DRAWING_FIELDS.slice(2)) {
    const text = typed.get(name);
    if (text === null) continue;
    const read = COLORS.includes(name) && text !== TRANSPARENT ? typedColor(text) : text;
    if (read === null) problems.set(name, COLOR_PROBLEM);
    else asked[name] = [read];
  }
  try {
    const { size, ...options } = readImageOptions("svg", withSavedStyle(asked, saved));
    if (options.logo === "none") return options;
    const hasRoom = hasRoomForLogo(encodedUrl);
    if (typed.has("logo") && !hasRoom)
      problems.set("logo", "Needs a shorter URL: codes with a logo have room for 58 characters.");
    else if (typed.has("logo") && !hasLogo)
      problems.set("logo", "The project has no logo that codes can show. Add a PNG.");
    return withLogo(options, hasLogo && hasRoom);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    for (const [name, text] of problemsOf(error, DRAWING_FIELDS).fields) problems.set(name, text);
    const { size, ...options } = defaultOptions("svg");
    return options;
  }
}

/** The size, which depends on the URL and the level; null with a problem. */
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
    return refuse("level", `Level ${level} has no room for this URL. Choose a lower one.`);
  }
  const sizeAt = (distance: number) =>
    printSizeFor({ encodedUrl, level, quietZone, distance }) ?? MAX_SIZE + 1;
  const least = sizeAt(NEAREST);
  const [distance, size] = [typed.get("distance"), typed.get("size")];
  if (distance !== null && size !== null) {
    return refuse("size", "Use either the distance or the width.");
  }
  if (distance !== null) {
    const meters = numberIn(distance);
    if (meters === null || meters <= 0) return refuse("distance", "Type meters as a number, such as 1.5.");
    const needed = sizeAt(meters * 1000);
    if (needed <= MAX_SIZE) return needed;
    return refuse("distance", `Must be less: a code for it would be wider than ${MAX_SIZE} mm.`);
  }
  if (size === null) return Math.max(DEFAULT_SIZE, least);
  const millimeters = numberIn(size);
  if (millimeters === null || !Number.isInteger(millimeters) || millimeters > MAX_SIZE) {
    return refuse("size", `Type whole millimeters from ${least} to ${MAX_SIZE}.`);
  }
  if (millimeters >= least) return millimeters;
  return refuse("size", `Must be at least ${least} mm: a code has to be 20 mm wide without its quiet zone.`);
}

/** A decimal number with a point or a comma; null for other text. */
function numberIn(text: string): number | null {
  return /^\d{1,6}([.,]\d{1,6})?$/.test(text) ? Number(text.replace(",", ".")) : null;
}

/** The query of a URL with the same drawing, after `more`. */
export const drawingText = (typed: URLSearchParams, more: readonly [string, string][] = []): string =>
  new URLSearchParams([...more, ...typed]).toString();
