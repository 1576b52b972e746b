import { validationFailed } from "../../ground/core/errors.ts";
import type { Drawing, Logo } from "../../ground/drawing/drawing.ts";
import { missingLetters } from "../../ground/drawing/lettering.ts";
import type { Box, Matrix } from "../../ground/drawing/path.ts";
import { type Level, symbolSide } from "./capacities.ts";
import { compose } from "./compose.ts";
import { formatOf } from "./image-formats.ts";
import type { Panel, PrintFormat } from "./print-formats.ts";
import type { PanelBrand, PanelTexts } from "./print-items.ts";
import { drawPanel, type PanelDrawing } from "./print-panel.ts";
import type { Style } from "./style.ts";
import { symbolOf } from "./symbol.ts";

export interface PrintedCode {
  encodedUrl: string;
  style: Style;
  /** Present where the style asks for it. */
  logo: Logo | null;
  /** The human-readable line of a GTIN; null for nothing. */
  line: string | null;
  texts: PanelTexts;
  brand: PanelBrand;
}

/** How far color extends beyond the cut, in millimeters. */
export const BLEED = 3;

/** A panel on a page, in millimeters from the top left corner of the format. */
export interface PlacedPanel {
  /** The number of the code, so that equal panels can be drawn once. */
  index: number;
  /** The area of the background, with its bleed. */
  ground: Box;
  /** From the panel's own millimeters to the format's. */
  matrix: Matrix;
  code: Drawing;
  drawn: PanelDrawing;
}

/** The pages of a print, each laid out when it is asked for. */
interface PrintLayout {
  pages: number;
  page(at: number): PlacedPanel[];
}

/** Lays out codes on pages. Throws `validation_failed` for texts with characters that have no glyph. */
export function layOut(given: readonly PrintedCode[], format: PrintFormat): PrintLayout {
  const codes = given.map(withPrintableLink);
  for (const { texts } of codes) requireLetters(texts);
  const pages = pagesOf(codes.length, format);
  const drawings = new Map<number, Drawing>();
  const drawingAt = (index: number, code: PrintedCode): Drawing => {
    const drawing = drawings.get(index) ?? drawingOf(code);
    drawings.set(index, drawing);
    return drawing;
  };
  return {
    pages: pages.length,
    page: (at) =>
      (pages[at] ?? []).flatMap(({ panel, index }) => {
        const code = codes[index];
        return code ? [placedPanel(format, panel, { index, code, drawing: drawingAt(index, code) })] : [];
      }),
  };
}

const drawingOf = ({ encodedUrl, style, logo, line }: PrintedCode): Drawing =>
  compose({
    modules: symbolOf(encodedUrl, style.logo === "none" ? "M" : "H"),
    quietZone: 4,
    style,
    logo,
    line,
  });

/** A code whose short link is percent-encoded where its letters have no glyph. */
const withPrintableLink = (code: PrintedCode): PrintedCode =>
  missingLetters(code.texts.link).length === 0
    ? code
    : { ...code, texts: { ...code.texts, link: encodeURI(code.texts.link) } };

function requireLetters(texts: PanelTexts): void {
  for (const [field, text] of Object.entries(texts)) {
    const missing = missingLetters(text);
    if (missing.length === 0) continue;
    const message = `“${text}” has characters that can't be printed (${missing.slice(0, 3).join(" ")}). Leave it out, or use Latin letters.`;
    throw validationFailed([{ field, message }]);
  }
}

/** Which code is on which panel of each page. A single code fills all panels. */
function pagesOf(codes: number, { panels, fills }: PrintFormat): { panel: Panel; index: number }[][] {
  const indexes = Array.from({ length: codes }, (_, index) => index);
  if (!fills) return indexes.map((index) => panels.map((panel) => ({ panel, index })));
  const filling = codes === 1 ? panels.map(() => 0) : indexes;
  const count = panels.length;
  return Array.from({ length: Math.ceil(filling.length / count) }, (_, page) =>
    filling.slice(page * count, (page + 1) * count).flatMap((index, at) => {
      const panel = panels[at];
      return panel ? [{ panel, index }] : [];
    }),
  );
}

function placedPanel(
  format: PrintFormat,
  panel: Panel,
  { index, code, drawing }: { index: number; code: PrintedCode; drawing: Drawing },
): PlacedPanel {
  const { x, y, width, height, turned = false } = panel;
  const bleed = format.isCut ? BLEED : 0;
  // Color extends to the edges that are cut, but not across a fold.
  const [top, bottom] = [y === 0 ? bleed : 0, y + height === format.height ? bleed : 0];
  const size = {
    width,
    height,
    isCut: format.isCut,
    isRound: format.outline === "circle",
    bleed: { sides: bleed, top: turned ? bottom : top },
  };
  return {
    index,
    ground: { x: x - bleed, y: y - top, width: width + 2 * bleed, height: height + top + bottom },
    matrix: turned ? [-1, 0, 0, -1, x + width, y + height] : [1, 0, 0, 1, x, y],
    code: drawing,
    drawn: drawPanel(size, drawing, code),
  };
}

/** A code can be scanned from about ten times its width. */
const DISTANCE_TO_WIDTH = 10;

/** The minimum width of a printed code, in millimeters, at any distance. */
const MIN_WIDTH = 20;

/** The viewing distance of a code, and how it is drawn. */
interface Viewing {
  encodedUrl: string;
  level: Level;
  /** In modules. */
  quietZone: number;
  /** The distance between code and camera, in millimeters. */
  distance: number;
}

/**
 * The size of a PDF or EPS, in whole millimeters, for a code to be scanned from a distance. The distance decides the
 * width of the symbol; the size includes the quiet zone. It is a recommendation: results depend on the print. Null if
 * the URL doesn't fit at the level, or the size exceeds the maximum.
 */
export function printSizeFor({ encodedUrl, level, quietZone, distance }: Viewing): number | null {
  const side = symbolSide(encodedUrl, level);
  if (side === null) return null;
  const width = Math.max(MIN_WIDTH, distance / DISTANCE_TO_WIDTH);
  const size = Math.ceil((width * (side + 2 * quietZone)) / side);
  return size <= formatOf("pdf").most ? size : null;
}

/**
 * From how far a print of `size` millimeters, including its quiet zone, can be scanned, in millimeters. Null if the URL
 * doesn't fit at the level.
 */
export function distanceFor({
  encodedUrl,
  level,
  quietZone,
  size,
}: Omit<Viewing, "distance"> & { size: number }): number | null {
  const side = symbolSide(encodedUrl, level);
  return side && ((size * side) / (side + 2 * quietZone)) * DISTANCE_TO_WIDTH;
}
