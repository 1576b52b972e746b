import { type Color, channelsOf } from "../core/colors.ts";
import { concat, deflate } from "./compress.ts";
import type { Drawing, Logo, Outline, Photo, PlacedPicture } from "./drawing.ts";
import { onBackground } from "./logo-pixels.ts";
import { decimal, pathOperators, short } from "./path.ts";
import { POINTS, setColor, shareOf, withoutFourth } from "./print-units.ts";

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

/** A page: its boxes and its content, in PDF syntax. */
export interface PdfPage {
  /** Boxes as left, bottom, right and top, in points: the paper, what may be printed, and what is left after the cut. */
  boxes: Readonly<Record<"MediaBox" | "BleedBox" | "TrimBox", readonly number[]>>;
  content: string;
}

/** The boxes of a page that is cut to this size: `bleed` beyond the cut are printed, on paper `around` it. */
export function pageBoxes(width: number, height: number, { bleed = 0, around = 0 } = {}): PdfPage["boxes"] {
  const box = (beyond: number) => {
    const edge = around - beyond;
    return [edge, edge, around + width + beyond, around + height + beyond];
  };
  return { MediaBox: box(around), BleedBox: box(bleed), TrimBox: box(0) };
}

/** A picture that pages refer to: RGB values, possibly blended with a color by an opacity for each, or a JPEG. */
type PdfPicture = { name: string; width: number; height: number } & (
  | { channels: Uint8Array; opacity?: Uint8Array; blendedWith?: Color }
  | { jpeg: Uint8Array; isGray: boolean }
);

type Bytes = Uint8Array<ArrayBuffer>;
const encoder = new TextEncoder();
const text = (content: string): Bytes => Uint8Array.from(encoder.encode(content));

/** A stream object; `dictionary` contains its entries except the length. */
async function stream(dictionary: string, content: Uint8Array): Promise<Bytes> {
  return encoded(`${dictionary}/Filter /FlateDecode `, await deflate([content]));
}

/** A stream object with content that is encoded as its dictionary says. */
const encoded = (dictionary: string, content: Uint8Array): Bytes =>
  concat([text(`<< ${dictionary}/Length ${content.length} >>\nstream\n`), content, text("\nendstream")]);

/**
 * A PDF file (ISO 32000). Without date and id, so that it depends only on its content. `colorSpaces` is the resource
 * entry that defines spot inks.
 */
export async function pdfFile({
  title,
  pages,
  pictures,
  colorSpaces = "",
}: {
  title: string;
  pages: readonly PdfPage[];
  pictures: readonly PdfPicture[];
  colorSpaces?: string;
}): Promise<Bytes> {
  // Catalog, list of pages, resources, two objects per page, pictures, their masks, and the document title.
  const pageAt = (index: number) => 4 + 2 * index;
  const pictureAt = (index: number) => pageAt(pages.length) + index;
  const names = pictures.map(({ name }, index) => `/${name} ${pictureAt(index)} 0 R`).join(" ");
  const objects: Bytes[] = [
    text("<< /Type /Catalog /Pages 2 0 R >>"),
    text(
      `<< /Type /Pages /Kids [${pages.map((_, index) => `${pageAt(index)} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    ),
    text(`<< ${names && `/XObject << ${names} >> `}${colorSpaces} >>`),
  ];
  for (const [index, { boxes, content }] of pages.entries()) {
    const sides = Object.entries(boxes).map(([name, box]) => `/${name} [${box.map(side).join(" ")}]`);
    objects.push(
      text(
        `<< /Type /Page /Parent 2 0 R ${sides.join(" ")} /Resources 3 0 R /Contents ${pageAt(index) + 1} 0 R >>`,
      ),
      await stream("", text(content)),
    );
  }
  const masks: Bytes[] = [];
  for (const picture of pictures) {
    const isJpeg = "jpeg" in picture;
    const headOf = (space: string) =>
      `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /BitsPerComponent 8 /ColorSpace ${space} `;
    const head = headOf(isJpeg && picture.isGray ? "/DeviceGray" : "/DeviceRGB");
    if (isJpeg) objects.push(encoded(`${head}/Filter /DCTDecode `, picture.jpeg));
    else if (!picture.opacity || !picture.blendedWith) objects.push(await stream(head, picture.channels));
    else {
      const mask = `/SMask ${pictureAt(pictures.length) + masks.length} 0 R `;
      const matte = `/Matte [${channelsOf(picture.blendedWith).map(shareOf).join(" ")}] `;
      masks.push(await stream(headOf("/DeviceGray") + matte, picture.opacity));
      objects.push(await stream(head + mask, picture.channels));
    }
  }
  objects.push(...masks);
  objects.push(text(`<< /Title (${title}) >>`));
  return fileOf(objects);
}

const side = (points: number): string => String(Number(points.toFixed(6)));

/** The file of these objects, which are numbered from 1: the first is the catalog, the last contains the title. */
function fileOf(objects: readonly Bytes[]): Bytes {
  // The second line marks the file as binary for transfer programs.
  const parts: Uint8Array[] = [text("%PDF-1.4\n%"), Uint8Array.of(0xe2, 0xe3, 0xcf, 0xd3), text("\n")];
  let written = parts.reduce((length, part) => length + part.length, 0);
  // Each entry of the cross-reference table has exactly 20 bytes; the first is the free entry.
  let table = "0000000000 65535 f \n";
  for (const [index, object] of objects.entries()) {
    table += `${String(written).padStart(10, "0")} 00000 n \n`;
    const framed = concat([text(`${index + 1} 0 obj\n`), object, text("\nendobj\n")]);
    parts.push(framed);
    written += framed.length;
  }
  const count = objects.length + 1;
  const end = `xref\n0 ${count}\n${table}trailer\n<< /Size ${count} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${written}\n%%EOF\n`;
  return concat([...parts, text(end)]);
}
