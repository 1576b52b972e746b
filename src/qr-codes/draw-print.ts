import { type Color, channelsOf } from "../core/colors.ts";
import { validationFailed } from "../core/errors.ts";
import type { Artwork } from "./artwork.ts";
import { short } from "./artwork-text.ts";
import { compose } from "./compose.ts";
import { deflate } from "./deflate.ts";
import { missingLetters } from "./lettering.ts";
import type { Logo, LogoPicture } from "./logo.ts";
import { type PdfObject, pdfStream, pdfText, writePdf } from "./pdf-file.ts";
import { decimal } from "./print.ts";
import type { Panel, PrintFormat } from "./print-formats.ts";
import { type PanelTexts, panelOperators } from "./print-panel.ts";
import type { Style } from "./style.ts";
import { PDF_INKS, type PdfInks, pdfPicture, pictureOf } from "./styled-pdf.ts";
import { symbolOf } from "./symbol.ts";

/** A code that is printed. */
export interface PrintedCode {
  encodedUrl: string;
  style: Style;
  /** Present where the style asks for it. */
  logo: Logo | null;
  texts: PanelTexts;
}

/** How codes are printed. */
export interface PrintOptions {
  format: PrintFormat;
  /** The name of the ink of the codes' colour; null where they are printed as their colour is. */
  spot: string | null;
}

/** How far colour goes beyond what is cut, and where crop marks begin and how long they are, in millimetres. */
const BLEED = 3;
const MARK = { start: 4, length: 5 } as const;
const AROUND = 12;

const POINTS = 72 / 25.4;

/**
 * A PDF for a printer: every code as vectors at its true size, letters as outlines of a pen, black as black ink alone. What
 * is cut has 3 mm of bleed, crop marks, and boxes that say so; labels fill their sheets. Throws `validation_failed` for
 * texts that we have no letters for, and for a logo that a PDF cannot hold.
 */
export async function drawPrint(
  codes: readonly PrintedCode[],
  { format, spot }: PrintOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  requireLetters(codes);
  const pictures = new Map<LogoPicture, string>();
  const artworks = codes.map((code) => artworkOf(code));
  for (const artwork of artworks) {
    const layer = pictureOf(artwork);
    if (layer && !pictures.has(layer.picture)) pictures.set(layer.picture, `Logo${pictures.size}`);
  }
  const pages = pagesOf(codes, artworks, format);
  const inks = inksFor(spot, codes[0]?.style.color ?? "#000000");
  const pictureObjects = await Promise.all(
    Array.from(pictures.keys(), (picture) => pdfPicture(picture, codes[0]?.style.background ?? "#ffffff")),
  );
  const firstPicture = 3 + 2 * pages.length;
  const objects = await Promise.all(
    pages.map(async (page, index): Promise<PdfObject[]> => {
      const operators = page.map(({ code, artwork, panel }) => {
        const layer = pictureOf(artwork);
        const picture = (layer && pictures.get(layer.picture)) ?? "Logo";
        return panelOf(format, panel, code, artwork, { inks, picture });
      });
      const content = [...operators, ...(format.isCut ? marks(format) : [])].join("\n");
      const xObjects = Array.from(pictures.values(), (name, at) => `/${name} ${firstPicture + at} 0 R`).join(
        " ",
      );
      const resources = `<< ${xObjects && `/XObject << ${xObjects} >> `}${spot === null ? "" : spotSpace(spot, codes[0]?.style.color ?? "#000000")} >>`;
      return [
        pdfText(
          `<< /Type /Page /Parent 2 0 R ${boxes(format)} /Resources ${resources} /Contents ${4 + 2 * index} 0 R >>`,
        ),
        pdfStream(
          "/Filter /FlateDecode",
          await deflate(new TextEncoder().encode(turnedDown(format, content))),
        ),
      ];
    }),
  );
  const kids = pages.map((_, index) => `${3 + 2 * index} 0 R`).join(" ");
  return writePdf([
    pdfText("<< /Type /Catalog /Pages 2 0 R >>"),
    pdfText(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`),
    ...objects.flat(),
    ...pictureObjects,
    pdfText("<< /Title (QR codes) >>"),
  ]);
}

function requireLetters(codes: readonly PrintedCode[]): void {
  for (const { texts } of codes) {
    for (const text of Object.values(texts)) {
      const missing = missingLetters(text);
      if (missing.length === 0) continue;
      const message = `“${text}” has characters that can't be drawn (${missing.slice(0, 3).join(" ")}): leave the text out, or use Latin letters`;
      throw validationFailed([{ field: "headline", message }]);
    }
  }
}

const artworkOf = ({ encodedUrl, style, logo }: PrintedCode): Artwork =>
  compose({ modules: symbolOf(encodedUrl, style.logo === "none" ? "M" : "H"), quietZone: 4, style, logo });

interface PlacedCode {
  code: PrintedCode;
  artwork: Artwork;
  panel: Panel;
}

/** Which code stands where on which page. One code alone fills a sheet of labels. */
function pagesOf(
  codes: readonly PrintedCode[],
  artworks: readonly Artwork[],
  format: PrintFormat,
): PlacedCode[][] {
  const all = codes.flatMap((code, index) => {
    const artwork = artworks[index];
    return artwork ? [{ code, artwork }] : [];
  });
  if (!format.fills) return all.map((each) => format.panels.map((panel) => ({ ...each, panel })));
  const labels = all.length === 1 ? format.panels.flatMap(() => all) : all;
  const count = format.panels.length;
  return Array.from({ length: Math.ceil(labels.length / count) }, (_, page) =>
    labels.slice(page * count, (page + 1) * count).flatMap((each, at) => {
      const panel = format.panels[at];
      return panel ? [{ ...each, panel }] : [];
    }),
  );
}

function panelOf(
  format: PrintFormat,
  panel: Panel,
  { texts }: PrintedCode,
  artwork: Artwork,
  { inks, picture }: { inks: PdfInks; picture: string },
): string {
  const bleed = format.isCut ? BLEED : 0;
  const { x, y, width, height } = panel;
  // The ground goes as far as the bleed on the sides that are cut, and no further than a fold.
  const top = y === 0 ? bleed : 0;
  const bottom = y + height === format.height ? bleed : 0;
  const ground = `${inks.fill(artwork.background)} ${short(x - bleed)} ${short(y - top)} ${short(width + 2 * bleed)} ${short(height + top + bottom)} re f`;
  const place = panel.turned
    ? `-1 0 0 -1 ${short(x + width)} ${short(y + height)} cm`
    : `1 0 0 1 ${short(x)} ${short(y)} cm`;
  const isRound = format.outline === "circle";
  return [ground, `q ${place}`, panelOperators(panel, artwork, texts, { inks, picture, isRound }), "Q"].join(
    "\n",
  );
}

/** Lines outside of the bleed that show where it is cut and folded; a round one is cut along a line of its own. */
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
  if (outline === "circle") drawn.push(circle(width / 2), "S");
  return drawn;
}

function circle(radius: number): string {
  const away = radius * 0.5523;
  const at = (x: number, y: number) => `${short(radius + x)} ${short(radius + y)}`;
  return [
    `${at(radius, 0)} m`,
    `${at(radius, away)} ${at(away, radius)} ${at(0, radius)} c`,
    `${at(-away, radius)} ${at(-radius, away)} ${at(-radius, 0)} c`,
    `${at(-radius, -away)} ${at(-away, -radius)} ${at(0, -radius)} c`,
    `${at(away, -radius)} ${at(radius, -away)} ${at(radius, 0)} c h`,
  ].join(" ");
}

const around = ({ isCut }: PrintFormat): number => (isCut ? AROUND : 0);

/** Millimetres from the top left corner of what is cut, with the y axis down. */
const turnedDown = (format: PrintFormat, content: string): string => {
  const edge = around(format) * POINTS;
  const top = edge + format.height * POINTS;
  return `${decimal(POINTS)} 0 0 ${decimal(-POINTS)} ${decimal(edge)} ${decimal(top)} cm\n${content}`;
};

function boxes(format: PrintFormat): string {
  const edge = around(format);
  const box = (name: string, beyond: number) =>
    `/${name} [${[edge - beyond, edge - beyond, edge + format.width + beyond, edge + format.height + beyond].map((side) => decimal(side * POINTS)).join(" ")}]`;
  return format.isCut
    ? [box("MediaBox", edge), box("TrimBox", 0), box("BleedBox", BLEED)].join(" ")
    : box("MediaBox", 0);
}

/** Black as black ink alone, white as no ink, the colour of the codes as the named ink. */
function inksFor(spot: string | null, spotColor: Color): PdfInks {
  const ink = (
    color: Color,
    process: string,
    space: string,
    tint: string,
    usual: (color: Color) => string,
  ) => {
    if (spot !== null && color === spotColor) return `/Spot ${space} 1 ${tint}`;
    if (color === "#000000") return `0 0 0 1 ${process}`;
    return color === "#ffffff" ? `0 0 0 0 ${process}` : usual(color);
  };
  return {
    fill: (color) => ink(color, "k", "cs", "scn", PDF_INKS.fill),
    lines: (color) => ink(color, "K", "CS", "SCN", PDF_INKS.lines),
  };
}

/** The colour space of a named ink, and how a screen shows it. */
function spotSpace(name: string, color: Color): string {
  const escaped = Array.from(new TextEncoder().encode(name), (byte) =>
    /[A-Za-z0-9]/.test(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `#${byte.toString(16).padStart(2, "0")}`,
  ).join("");
  const shown = channelsOf(color)
    .map((channel) => decimal(channel / 255))
    .join(" ");
  return `/ColorSpace << /Spot [/Separation /${escaped} /DeviceRGB << /FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [${shown}] /N 1 >>] >>`;
}
