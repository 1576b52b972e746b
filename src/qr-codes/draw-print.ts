import { type Color, channelsOf } from "../core/colors.ts";
import { validationFailed } from "../core/errors.ts";
import type { Drawing, Logo } from "../drawing/drawing.ts";
import { missingLetters } from "../drawing/lettering.ts";
import { type Path, roundedRect } from "../drawing/path.ts";
import { decimal, pathOperators, short } from "../drawing/path-data.ts";
import { type Ink, PdfPictures, pdfDrawing, pdfOutlines, SCREEN_INK } from "../drawing/pdf.ts";
import { type PdfPage, pdfFile } from "../drawing/pdf-file.ts";
import { POINTS, shareOf } from "../drawing/print-units.ts";
import type { Style } from "./code-style.ts";
import { compose } from "./compose.ts";
import type { Panel, PrintFormat } from "./print-formats.ts";
import { drawPanel, type PanelTexts } from "./print-panel.ts";
import { symbolOf } from "./symbol.ts";

/** A code to print. */
export interface PrintedCode {
  encodedUrl: string;
  style: Style;
  /** The logo, if the style shows it. */
  logo: Logo | null;
  texts: PanelTexts;
}

export interface PrintOptions {
  format: PrintFormat;
  /** The name of a spot ink for the codes' color; null to print the color itself. */
  spot: string | null;
}

/** The bleed, and the offset and length of crop marks, in millimeters. */
const BLEED = 3;
const MARK = { start: 4, length: 5 } as const;
const AROUND = 12;

/**
 * A print-ready PDF: codes as vectors at true size, text as outlines, black as pure black ink. Formats that are cut
 * have 3 mm of bleed, crop marks and the matching page boxes; labels fill their sheets. Throws `validation_failed` for
 * texts with unsupported characters.
 */
export async function drawPrint(
  codes: readonly PrintedCode[],
  { format, spot }: PrintOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  for (const { texts } of codes) requireLetters(texts);
  const spotColor = codes[0]?.style.color ?? "#000000";
  const ink = inkFor(spot, spotColor);
  const pictures = new PdfPictures();
  const placed = codes.map((code) => ({ ...code, drawing: drawingOf(code) }));
  const pages = pagesOf(placed, format).map((page): PdfPage => {
    const parts = page.map(({ code, panel }) => panelText(format, panel, code, ink, pictures));
    const content = [...parts, ...(format.isCut ? marks(format) : [])].join("\n");
    return { boxes: boxesOf(format), content: `${turnedDown(format)}\n${content}` };
  });
  const colorSpaces = spot === null ? "" : spotSpace(spot, spotColor);
  return pdfFile({ title: "QR codes", pages, pictures: pictures.all(), colorSpaces });
}

function requireLetters(texts: PanelTexts): void {
  for (const text of Object.values(texts)) {
    const missing = missingLetters(text);
    if (missing.length === 0) continue;
    const message = `“${text}” has characters that can't be drawn (${missing.slice(0, 3).join(" ")}). Leave out the text or use Latin letters`;
    throw validationFailed([{ field: "headline", message }]);
  }
}

const drawingOf = ({ encodedUrl, style, logo }: PrintedCode): Drawing =>
  compose({ modules: symbolOf(encodedUrl, style.logo === "none" ? "M" : "H"), quietZone: 4, style, logo });

interface DrawnCode extends PrintedCode {
  drawing: Drawing;
}

interface PlacedCode {
  code: DrawnCode;
  panel: Panel;
}

/** Places codes on pages. A single code fills a sheet of labels. */
function pagesOf(codes: readonly DrawnCode[], { panels, fills }: PrintFormat): PlacedCode[][] {
  if (!fills) return codes.map((code) => panels.map((panel) => ({ code, panel })));
  const labels = codes.length === 1 ? panels.flatMap(() => codes) : codes;
  const count = panels.length;
  return Array.from({ length: Math.ceil(labels.length / count) }, (_, page) =>
    labels.slice(page * count, (page + 1) * count).flatMap((code, at) => {
      const panel = panels[at];
      return panel ? [{ code, panel }] : [];
    }),
  );
}

function panelText(
  format: PrintFormat,
  panel: Panel,
  { drawing, texts }: DrawnCode,
  ink: Ink,
  pictures: PdfPictures,
): string {
  const bleed = format.isCut ? BLEED : 0;
  const { x, y, width, height } = panel;
  // The background extends into the bleed on cut sides, and up to a fold.
  const top = y === 0 ? bleed : 0;
  const bottom = y + height === format.height ? bleed : 0;
  const ground = [x - bleed, y - top, width + 2 * bleed, height + top + bottom].map(short).join(" ");
  const place = panel.turned
    ? `-1 0 0 -1 ${short(x + width)} ${short(y + height)} cm`
    : `1 0 0 1 ${short(x)} ${short(y)} cm`;
  const drawn = drawPanel({ width, height, isRound: format.outline === "circle" }, drawing, texts);
  const unit = decimal(drawn.code.width / drawing.width);
  return [
    `${ink(drawing.background)} ${ground} re f`,
    `q ${place}`,
    `q ${unit} 0 0 ${unit} ${short(drawn.code.x)} ${short(drawn.code.y)} cm`,
    pdfDrawing(drawing, ink, pictures),
    "Q",
    pdfOutlines(drawn.texts, ink),
    "Q",
  ].join("\n");
}

/** Crop and fold marks outside the bleed; round formats have a cutting line. */
function marks({ width, height, fold, outline }: PrintFormat): string[] {
  const { start, length } = MARK;
  const lines = [0, width].flatMap((x) => [
    `${short(x)} ${-start} m ${short(x)} ${-start - length} l`,
    `${short(x)} ${short(height + start)} m ${short(x)} ${short(height + start + length)} l`,
  ]);
  const across = (y: number) => [
    `${-start} ${short(y)} m ${-start - length} ${short(y)} l`,
    `${short(width + start)} ${short(y)} m ${short(width + start + length)} ${short(y)} l`,
  ];
  const drawn = ["0 0 0 1 K 0.1 w 0 J", ...lines, ...across(0), ...across(height), "S"];
  if (fold !== undefined) drawn.push("[1 1] 0 d", ...across(fold), "S [] 0 d");
  const circle: Path = roundedRect({ x: 0, y: 0, width, height: width }, width / 2);
  if (outline === "circle") drawn.push(pathOperators(circle), "S");
  return drawn;
}

const around = ({ isCut }: PrintFormat): number => (isCut ? AROUND : 0);

/** Switches to millimeters from the top left corner of the cut area, with the y axis down. */
const turnedDown = (format: PrintFormat): string => {
  const edge = around(format) * POINTS;
  const top = edge + format.height * POINTS;
  return `${decimal(POINTS)} 0 0 ${decimal(-POINTS)} ${decimal(edge)} ${decimal(top)} cm`;
};

function boxesOf(format: PrintFormat): PdfPage["boxes"] {
  const edge = around(format);
  const box = (beyond: number) =>
    [edge - beyond, edge - beyond, edge + format.width + beyond, edge + format.height + beyond].map(
      (side) => side * POINTS,
    );
  return format.isCut ? { MediaBox: box(edge), TrimBox: box(0), BleedBox: box(BLEED) } : { MediaBox: box(0) };
}

/** Black as pure black ink, white as no ink, the color of the codes as the spot ink. */
function inkFor(spot: string | null, spotColor: Color): Ink {
  return (color) => {
    if (spot !== null && color === spotColor) return "/Spot cs 1 scn";
    if (color === "#000000") return "0 0 0 1 k";
    return color === "#ffffff" ? "0 0 0 0 k" : SCREEN_INK(color);
  };
}

/** The color space of a spot ink, and its color on screen. */
function spotSpace(name: string, color: Color): string {
  const escaped = Array.from(new TextEncoder().encode(name), (byte) =>
    /[A-Za-z0-9]/.test(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `#${byte.toString(16).padStart(2, "0")}`,
  ).join("");
  const shown = channelsOf(color).map(shareOf).join(" ");
  return `/ColorSpace << /Spot [/Separation /${escaped} /DeviceRGB << /FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [${shown}] /N 1 >>] >>`;
}
