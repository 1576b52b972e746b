import type { Color } from "../core/colors.ts";
import type { Artwork, PictureLayer } from "./artwork.ts";
import { type Brush, short, writeLayers } from "./artwork-text.ts";
import { deflate } from "./deflate.ts";
import type { LogoPicture } from "./logo.ts";
import { opaquePixels, requireDrawable } from "./logo-pixels.ts";
import type { Path } from "./path.ts";
import { type PdfObject, pdfStream, pdfText, writePdf } from "./pdf-file.ts";
import { decimal, pointsOf, setColor } from "./print.ts";

/** How colours are set in a PDF: what is filled, and what is drawn as lines. */
export interface PdfInks {
  fill(color: Color): string;
  lines(color: Color): string;
}

/** Greys as black ink alone, all else as red, green and blue. */
export const PDF_INKS: PdfInks = {
  fill: (color) => setColor(color, { gray: "g", rgb: "rg" }),
  lines: (color) => setColor(color, { gray: "G", rgb: "RG" }),
};

/** The name of the picture in the resources of a page. */
const PICTURE = "Logo";

/** The operators of a path. */
export const pdfPath = (path: Path): string =>
  path
    .map((step) => {
      if (step[0] === "Z") return "h";
      const [kind, ...points] = step;
      return `${points.map(short).join(" ")} ${kind.toLowerCase()}`;
    })
    .join("\n");

/** Writes shapes as operators of a PDF, whose y axis was turned down before. */
export const pdfBrush = (inks: PdfInks, picture: string): Brush => ({
  fill: (path, color, rule) => `${inks.fill(color)}\n${pdfPath(path)}\n${rule === "evenodd" ? "f*" : "f"}`,
  lines: (path, color, width) => `${inks.lines(color)} ${short(width)} w 1 J 1 j\n${pdfPath(path)}\nS`,
  picture: ({ x, y, width, height }) =>
    `q ${short(width)} 0 0 ${short(-height)} ${short(x)} ${short(y + height)} cm /${picture} Do Q`,
  within: ({ x, y, width, height }, parts) => `q ${x} ${y} ${width} ${height} re W n\n${parts.join("\n")}\nQ`,
});

/** What fills the page with an artwork: its ground, then its layers. One unit is a module, from the top left corner. */
export function artworkOperators(artwork: Artwork, inks: PdfInks, picture = PICTURE): string {
  const { width, height, background } = artwork;
  return [
    `${inks.fill(background)} 0 0 ${short(width)} ${short(height)} re f`,
    ...writeLayers(artwork, pdfBrush(inks, picture)),
  ].join("\n");
}

/** The picture of an artwork, of which there is one at most. */
export const pictureOf = ({ logo }: Artwork): PictureLayer | undefined =>
  logo?.layers.find((layer) => layer.kind === "picture");

/** The resources of pages that show this picture as object `number`. */
export const pictureResource = (number: number): string => `/XObject << /${PICTURE} ${number} 0 R >>`;

/** A logo as an object: a JPEG as it is, other pixels compressed, on the background. */
export async function pdfPicture(picture: LogoPicture, background: Color): Promise<PdfObject> {
  requireDrawable(picture, "pdf");
  const image = `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /BitsPerComponent 8`;
  if (picture.mediaType === "image/jpeg") {
    const space = picture.components === 1 ? "/DeviceGray" : "/DeviceRGB";
    return pdfStream(`${image} /ColorSpace ${space} /Filter /DCTDecode`, picture.bytes);
  }
  const pixels = await deflate(opaquePixels(picture, background));
  return pdfStream(`${image} /ColorSpace /DeviceRGB /Filter /FlateDecode`, pixels);
}

/** Draws an artwork as a PDF of one page, `size` millimetres wide, which is exactly as large as the artwork. */
export async function drawStyledPdf(
  artwork: Artwork,
  size: number | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const points = pointsOf({ size });
  const unit = points / artwork.width;
  const height = unit * artwork.height;
  const operators = `${decimal(unit)} 0 0 ${decimal(-unit)} 0 ${decimal(height)} cm\n${artworkOperators(artwork, PDF_INKS)}`;
  const content = await deflate(new TextEncoder().encode(operators));
  const layer = pictureOf(artwork);
  const picture = layer ? [await pdfPicture(layer.picture, artwork.background)] : [];
  return writePdf([
    pdfText("<< /Type /Catalog /Pages 2 0 R >>"),
    pdfText("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
    pdfText(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${decimal(points)} ${decimal(height)}] ` +
        `/Resources << ${picture.length > 0 ? pictureResource(5) : ""} >> /Contents 4 0 R >>`,
    ),
    pdfStream("/Filter /FlateDecode", content),
    ...picture,
    pdfText("<< /Title (QR code) >>"),
  ]);
}
