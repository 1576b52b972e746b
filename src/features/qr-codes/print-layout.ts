import { validationFailed } from "../../ground/core/errors.ts";
import type { Drawing, Logo } from "../../ground/drawing/drawing.ts";
import { missingLetters } from "../../ground/drawing/lettering.ts";
import type { Box, Matrix } from "../../ground/drawing/path.ts";
import type { Style } from "./code-style.ts";
import { compose } from "./compose.ts";
import type { Panel, PrintFormat } from "./print-formats.ts";
import type { PanelBrand, PanelTexts } from "./print-items.ts";
import { drawPanel, type PanelDrawing } from "./print-panel.ts";
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
export interface PrintLayout {
  pages: number;
  page(at: number): PlacedPanel[];
}

/** Lays out codes on pages. Throws `validation_failed` for texts with characters that have no glyph. */
export function layOut(codes: readonly PrintedCode[], format: PrintFormat): PrintLayout {
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
    ...{ width, height, isCut: format.isCut, isRound: format.outline === "circle" },
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
