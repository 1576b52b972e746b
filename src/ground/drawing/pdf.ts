import type { Color } from "../core/colors.ts";
import type { Drawing, Logo, Outline, Photo, PlacedPicture } from "./drawing.ts";
import { onBackground } from "./logo-pixels.ts";
import { decimal, pathOperators, short } from "./path-data.ts";
import { type PdfPicture, pageBoxes, pdfFile } from "./pdf-file.ts";
import { POINTS, setColor, withoutFourth } from "./print-units.ts";

/** Returns the operator that sets the fill color. */
export type Ink = (color: Color) => string;

/** Inks as they are, grays as pure black ink, all other colors as RGB. */
export const SCREEN_INK: Ink = (color) => setColor(color, { gray: "g", rgb: "rg", cmyk: "k" });

/** What is behind a picture. */
type Behind = Pick<Drawing, "background" | "surface">;

/** The unique pictures of a file, by name. */
export class PdfPictures {
  readonly #known = new Map<Logo | Photo, PdfPicture>();

  /** The name of a picture; in a transparent drawing, it keeps its opacity. */
  nameOf(picture: Logo | Photo, behind: Behind): string {
    const known = this.#known.get(picture);
    if (known) return known.name;
    const { width, height } = picture;
    const head = { name: `Picture${this.#known.size}`, width, height };
    this.#known.set(picture, { ...head, ...contentOf(picture, behind) });
    return head.name;
  }

  all(): PdfPicture[] {
    return [...this.#known.values()];
  }
}

function contentOf(picture: Logo | Photo, { background, surface }: Behind) {
  if ("jpeg" in picture) return { jpeg: picture.jpeg, isGray: picture.isGray };
  const channels = withoutFourth(onBackground(picture, surface));
  if (background !== null) return { channels };
  return { channels, opacity: picture.rgba.filter((_, at) => at % 4 === 3), blendedWith: surface };
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
  const parts = [
    ...(background === null ? [] : [`${ink(background)} 0 0 ${short(width)} ${short(height)} re f`]),
    pdfOutlines(outlines, ink),
  ];
  if (placed) parts.push(pdfPicture({ ...placed, picture: placed.logo }, drawing, pictures));
  return parts.join("\n");
}

/** Operators that draw a picture at its place. */
export function pdfPicture(
  { picture, ...box }: PlacedPicture,
  behind: Behind,
  pictures: PdfPictures,
): string {
  const place = [box.width, 0, 0, -box.height, box.x, box.y + box.height].map(short).join(" ");
  return `q ${place} cm /${pictures.nameOf(picture, behind)} Do Q`;
}

/** Draws a PDF of one page, `width` millimeters wide, which is exactly as large as the drawing. */
export function drawPdf(drawing: Drawing, width: number): Promise<Uint8Array<ArrayBuffer>> {
  const unit = (width * POINTS) / drawing.width;
  const height = unit * drawing.height;
  const pictures = new PdfPictures();
  const content = `${decimal(unit)} 0 0 ${decimal(-unit)} 0 ${decimal(height)} cm\n${pdfDrawing(drawing, SCREEN_INK, pictures)}`;
  return pdfFile({
    title: drawing.title,
    pages: [{ boxes: pageBoxes(width * POINTS, height), content }],
    pictures: pictures.all(),
  });
}
