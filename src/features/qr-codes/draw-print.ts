import { type Color, channelsOf, inksOf } from "../../ground/core/colors.ts";
import { decimal, type Path, pathOperators, roundedRect, short } from "../../ground/drawing/path.ts";
import {
  type Ink,
  type PdfPage,
  PdfPictures,
  pageBoxes,
  pdfDrawing,
  pdfFile,
  pdfOutlines,
  pdfPicture,
  SCREEN_INK,
} from "../../ground/drawing/pdf.ts";
import { POINTS, shareOf } from "../../ground/drawing/print-units.ts";
import type { PrintFormat } from "./print-formats.ts";
import { BLEED, layOut, type PlacedPanel, type PrintedCode } from "./print-layout.ts";

export interface PrintOptions {
  format: PrintFormat;
  /** The name of the ink of the codes' color; null for a process color. */
  spot: string | null;
}

/** Where crop marks begin, how long they are, and the space around the format for them, in millimeters. */
const MARK = { start: 4, length: 5 } as const;
const AROUND = 12;

/**
 * A PDF for a printer: codes as vectors at their true size, letters as outlines, black as black ink alone. Formats that are
 * cut have 3 mm of bleed, crop marks, and the boxes that describe them; labels fill their sheets. Throws
 * `validation_failed` for texts with characters that have no glyph.
 */
export async function drawPrint(
  codes: readonly PrintedCode[],
  { format, spot }: PrintOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const spotColor = codes[0]?.style.color ?? "#000000";
  const ink = inkFor(spot, spotColor);
  const pictures = new PdfPictures();
  const layout = layOut(codes, format);
  const pages = Array.from({ length: layout.pages }, (_, at): PdfPage => {
    const parts = layout.page(at).map((panel) => panelText(panel, ink, pictures));
    const content = [...parts, ...(format.isCut ? marks(format) : [])].join("\n");
    return { boxes: boxesOf(format), content: `${turnedDown(format)}\n${content}` };
  });
  const colorSpaces = spot === null ? "" : spotSpace(spot, spotColor);
  return pdfFile({ title: "QR codes", pages, pictures: pictures.all(), colorSpaces });
}

function panelText({ ground, matrix, code, drawn }: PlacedPanel, ink: Ink, pictures: PdfPictures): string {
  const unit = decimal(drawn.code.width / code.width);
  const box = [ground.x, ground.y, ground.width, ground.height].map(short).join(" ");
  return [
    ...(code.background === null ? [] : [`${ink(code.background)} ${box} re f`]),
    `q ${matrix.map(short).join(" ")} cm`,
    `q ${unit} 0 0 ${unit} ${short(drawn.code.x)} ${short(drawn.code.y)} cm`,
    pdfDrawing(code, ink, pictures),
    "Q",
    pdfOutlines(drawn.outlines, ink),
    ...drawn.pictures.map((placed) => pdfPicture(placed, code, pictures)),
    "Q",
  ].join("\n");
}

/** Lines outside of the bleed that show where to cut and fold; round cuts are drawn as a line. */
function marks({ width, height, fold, outline, hole }: PrintFormat): string[] {
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
  if (hole) drawn.push(pathOperators(circleAt(hole)), "S");
  return drawn;
}

const circleAt = ({ x, y, radius }: { x: number; y: number; radius: number }): Path =>
  roundedRect({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }, radius);

const around = ({ isCut }: PrintFormat): number => (isCut ? AROUND : 0);

/** Millimeters from the top left corner of the trimmed format, with the y axis down. */
const turnedDown = (format: PrintFormat): string => {
  const edge = around(format) * POINTS;
  const top = edge + format.height * POINTS;
  return `${decimal(POINTS)} 0 0 ${decimal(-POINTS)} ${decimal(edge)} ${decimal(top)} cm`;
};

const boxesOf = (format: PrintFormat): PdfPage["boxes"] =>
  pageBoxes(format.width * POINTS, format.height * POINTS, {
    bleed: format.isCut ? BLEED * POINTS : 0,
    around: around(format) * POINTS,
  });

/** Black as pure black ink, white as no ink, the color of the codes as the spot ink. */
function inkFor(spot: string | null, spotColor: Color): Ink {
  return (color) => {
    if (spot !== null && color === spotColor) return "/Spot cs 1 scn";
    if (color === "#000000") return "0 0 0 1 k";
    return color === "#ffffff" ? "0 0 0 0 k" : SCREEN_INK(color);
  };
}

/** The color space of a spot ink, and the color that replaces it on screens and other presses. */
function spotSpace(name: string, color: Color): string {
  const escaped = Array.from(new TextEncoder().encode(name), (byte) =>
    /[A-Za-z0-9]/.test(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `#${byte.toString(16).padStart(2, "0")}`,
  ).join("");
  const inks = inksOf(color);
  const space = inks ? "/DeviceCMYK" : "/DeviceRGB";
  const [none, full] = inks
    ? ["0 0 0 0", inks.join(" ")]
    : ["1 1 1", channelsOf(color).map(shareOf).join(" ")];
  return `/ColorSpace << /Spot [/Separation /${escaped} ${space} << /FunctionType 2 /Domain [0 1] /C0 [${none}] /C1 [${full}] /N 1 >>] >>`;
}

export { printInks } from "./print-inks.ts";
export { drawPreview } from "./print-preview.ts";
