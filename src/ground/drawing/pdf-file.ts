import { type Color, channelsOf } from "../core/colors.ts";
import { concat, deflate } from "./compress.ts";
import { shareOf } from "./print-units.ts";

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
export type PdfPicture = { name: string; width: number; height: number } & (
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
