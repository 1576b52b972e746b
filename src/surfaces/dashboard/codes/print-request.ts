import {
  CUSTOM_SIDE,
  customFormat,
  PRINT_FORMATS,
  type PrintFormat,
  type PrintFormatName,
} from "../../../features/qr-codes/print-formats.ts";
import type { PageLanguage } from "../../../ground/core/page-languages.ts";
import { allTexts, fieldReader, fieldsNamed, nullableText, oneText } from "../layout/forms.ts";

export const MAX_HEADLINE = 60;
/** The default call to action. Our font has no letters of other languages. */
const HEADLINES: Partial<Record<PageLanguage, string>> = {
  de: "Scannen und einkaufen",
  fr: "Scannez pour acheter",
  es: "Escanea y compra",
  it: "Scansiona e acquista",
  nl: "Scan en shop",
  pt: "Digitalize e compre",
  pl: "Zeskanuj i kup",
};
const INK = /^[\w .+-]{1,40}$/;

/** The parts of a print that can be left out. */
export const PARTS = ["name", "link", "picture", "logo", "color", "gtin"] as const;
export type Part = (typeof PARTS)[number];

/** The print that a URL describes. */
export interface PrintRequest {
  formatName: PrintFormatName | "own";
  /** Null for an own size that is invalid. */
  format: PrintFormat | null;
  /** The sides of an own size, as typed. */
  width: string;
  height: string;
  headline: string;
  /** The name of a spot color; null for process colors. */
  ink: string | null;
  parts: ReadonlySet<Part>;
  problems: Map<string, string>;
}

const isNamed = (name: string): name is PrintFormatName => Object.hasOwn(PRINT_FORMATS, name);

const readFields = fieldReader({
  ...fieldsNamed(["format", "width", "height", "headline"], oneText),
  ink: nullableText,
  show: allTexts,
});

/**
 * Reads the print of a URL. Without a format, the form has not been sent: then everything is shown, with a default call to
 * action unless `hasFrame`, as a frame already has one.
 */
export function printRequestIn(
  search: URLSearchParams,
  hasFrame: boolean,
  language: PageLanguage,
): PrintRequest {
  const isSent = search.has("format");
  const { width, height, show, ...sent } = readFields(search);
  const problems = new Map<string, string>();
  const formatName = sent.format === "own" ? "own" : isNamed(sent.format) ? sent.format : "a6";
  const format = formatName === "own" ? ownFormatOf(width, height, problems) : PRINT_FORMATS[formatName];
  const headline = isSent ? sent.headline : hasFrame ? "" : (HEADLINES[language] ?? "Scan to shop");
  if ([...headline].length > MAX_HEADLINE)
    problems.set("headline", `Use at most ${MAX_HEADLINE} characters.`);
  const { ink } = sent;
  if (ink !== null && !INK.test(ink))
    problems.set("ink", "Use 1 to 40 letters, digits, spaces and the characters . + -");
  const parts = new Set(PARTS.filter((part) => !isSent || show.includes(part)));
  return { formatName, format, width, height, headline, ink, parts, problems };
}

function ownFormatOf(width: string, height: string, problems: Map<string, string>): PrintFormat | null {
  const sides = Object.entries({ width, height }).map(([field, typed]) => {
    const side = /^\d{1,4}([.,]\d{1,2})?$/.test(typed) ? Number(typed.replace(",", ".")) : Number.NaN;
    if (side >= CUSTOM_SIDE.min && side <= CUSTOM_SIDE.max) return side;
    problems.set(field, `Type millimeters from ${CUSTOM_SIDE.min} to ${CUSTOM_SIDE.max}.`);
    return null;
  });
  const [across, down] = sides;
  return across && down ? customFormat(across, down) : null;
}
