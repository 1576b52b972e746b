import { screenColor } from "../../ground/core/colors.ts";
import { gtinOf } from "../../ground/core/gtin.ts";
import type { Drawing } from "../../ground/drawing/drawing.ts";
import { type Box, short } from "../../ground/drawing/path.ts";
import { logoText, outlineText, pictureText } from "../../ground/drawing/svg.ts";
import type { PrintFormat } from "./print-formats.ts";
import { layOut, type PlacedPanel, type PrintedCode } from "./print-layout.ts";
import { symbolWidth } from "./print-panel.ts";

/** The first page of a print as it looks after cutting. */
export interface PrintPreview {
  /** An SVG element for an HTML page. Its unit is a millimeter. */
  svg: string;
  pages: number;
  /** The width of the smallest symbol in millimeters, without its quiet zone. */
  symbolWidth: number;
  /** The width of the smallest module of a code with a GTIN, in millimeters; null without such a code. */
  gtinModule: number | null;
}

/** Draws a preview with the geometry of the PDF. Throws `validation_failed` like `drawPrint`. */
export function drawPreview(codes: readonly PrintedCode[], format: PrintFormat, label: string): PrintPreview {
  const { pages, page } = layOut(codes, format);
  const panels = page(0);
  const { width, height, fold, hole, outline } = format;
  const first = panels.filter(({ index }, at) => panels.findIndex((each) => each.index === index) === at);
  const cut =
    outline === "circle"
      ? `<circle cx="${short(width / 2)}" cy="${short(width / 2)}" r="${short(width / 2)}"/>`
      : `<rect width="${short(width)}" height="${short(height)}"/>`;
  const svg = [
    `<svg viewBox="0 0 ${short(width)} ${short(height)}" role="img" aria-label="${label}">`,
    `<defs><clipPath id="print-cut">${cut}</clipPath>`,
    ...first.map((panel) => `<g id="print-code-${panel.index}">${panelText(panel)}</g>`),
    `</defs><g clip-path="url(#print-cut)"><rect width="${short(width)}" height="${short(height)}" fill="#fff"/>`,
    ...panels.map(({ ground, code }) => paper(ground, code)),
    ...panels.map(
      ({ index, matrix }) =>
        `<use href="#print-code-${index}" transform="matrix(${matrix.map(short).join(" ")})"/>`,
    ),
    "</g>",
    fold === undefined ? "" : `<path class="fold" d="M0 ${short(fold)}h${short(width)}"/>`,
    hole
      ? `<circle class="hole" cx="${short(hole.x)}" cy="${short(hole.y)}" r="${short(hole.radius)}"/>`
      : "",
    "</svg>",
  ].join("");
  const widths = panels.map(({ drawn, code }) => symbolWidth(drawn, code));
  const modules = panels.flatMap(({ index, drawn, code }) =>
    gtinOf(codes[index]?.encodedUrl ?? "") === undefined ? [] : [drawn.code.width / code.width],
  );
  const gtinModule = modules.length === 0 ? null : Math.min(...modules);
  return { svg, pages, symbolWidth: Math.min(...widths), gtinModule };
}

/** A rectangle in the color of what a code is printed on. */
const paper = ({ x, y, width, height }: Box, { surface }: Pick<Drawing, "surface">): string =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="${screenColor(surface)}"/>`;

function panelText({ code, drawn }: PlacedPanel): string {
  const { x, y, width } = drawn.code;
  return [
    `<g transform="translate(${short(x)} ${short(y)}) scale(${width / code.width})">`,
    paper({ x: 0, y: 0, width: code.width, height: code.height }, code),
    ...code.outlines.map(outlineText),
    code.logo ? logoText(code.logo) : "",
    "</g>",
    ...drawn.outlines.map(outlineText),
    ...drawn.pictures.map(pictureText),
  ].join("");
}
