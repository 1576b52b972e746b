import type { Color } from "../core/colors.ts";
import type { Drawing, Logo, Outline, PlacedLogo } from "./drawing.ts";
import { onBackground } from "./logo-pixels.ts";
import { decimal, pathOperators, short } from "./path-data.ts";
import { type PdfPicture, pdfFile } from "./pdf-file.ts";
import { POINTS, setColor, withoutFourth } from "./print-units.ts";

/** Returns the operator that sets the fill color. */
export type Ink = (color: Color) => string;

/** Grays as pure black ink, all other colors as RGB. */
export const SCREEN_INK: Ink = (color) => setColor(color, { gray: "g", rgb: "rg" });

/** The unique pictures of a file, by name. */
export class PdfPictures {
  readonly #known = new Map<Logo, PdfPicture>();

  nameOf(logo: Logo, background: Color): string {
    const known = this.#known.get(logo);
    if (known) return known.name;
    const name = `Logo${this.#known.size}`;
    const { width, height } = logo;
    const channels = withoutFourth(onBackground(logo, background));
    this.#known.set(logo, { name, width, height, channels });
    return name;
  }

  all(): PdfPicture[] {
    return [...this.#known.values()];
  }
}

/** Operators that fill outlines, on a page with the y axis down. */
export const pdfOutlines = (outlines: readonly Outline[], ink: Ink): string =>
  outlines
    .map(
      ({ path, color, rule }) => `${ink(color)}\n${pathOperators(path)}\n${rule === "evenodd" ? "f*" : "f"}`,
    )
    .join("\n");

/** Operators for a drawing, in its own units from its top left corner. */
export function pdfDrawing(drawing: Drawing, ink: Ink, pictures: PdfPictures): string {
  const { width, height, background, outlines, logo: placed } = drawing;
  const parts = [`${ink(background)} 0 0 ${short(width)} ${short(height)} re f`, pdfOutlines(outlines, ink)];
  if (placed) parts.push(pdfLogo(placed, background, pictures));
  return parts.join("\n");
}

/** Operators that draw a logo at its place on a background. */
export function pdfLogo({ logo, ...box }: PlacedLogo, background: Color, pictures: PdfPictures): string {
  const place = [box.width, 0, 0, -box.height, box.x, box.y + box.height].map(short).join(" ");
  return `q ${place} cm /${pictures.nameOf(logo, background)} Do Q`;
}

/** Draws a PDF of one page, `width` millimeters wide, which is exactly as large as the drawing. */
export function drawPdf(drawing: Drawing, width: number): Promise<Uint8Array<ArrayBuffer>> {
  const unit = (width * POINTS) / drawing.width;
  const height = unit * drawing.height;
  const pictures = new PdfPictures();
  const content = `${decimal(unit)} 0 0 ${decimal(-unit)} 0 ${decimal(height)} cm\n${pdfDrawing(drawing, SCREEN_INK, pictures)}`;
  return pdfFile({
    title: drawing.title,
    pages: [{ boxes: { MediaBox: [0, 0, width * POINTS, height] }, content }],
    pictures: pictures.all(),
  });
}
