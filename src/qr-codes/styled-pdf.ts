import type { Color } from "../core/colors.ts";
import type { Artwork, ModulesLayer, PictureLayer, StampsLayer } from "./artwork.ts";
import { type Brush, rounded, short, writeLayers } from "./artwork-text.ts";
import { deflate } from "./deflate.ts";
import type { LogoPicture } from "./logo.ts";
import { compressedPixels, requireDrawable } from "./logo-pixels.ts";
import { lineWidth } from "./module-lines.ts";
import { roundedRect } from "./path.ts";
import { factorText, lineOperators, operatorsOf, rectangleOperators } from "./path-operators.ts";
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

/** Writes shapes as operators of a PDF, whose y axis was turned down before. */
export const pdfBrush = (inks: PdfInks, picture: string): Brush => ({
  box: ({ x, y, width, height, radius, color }) =>
    `${inks.fill(color)}\n${operatorsOf(roundedRect(x, y, width, height, radius))}\nf`,
  modules: (layer) => pdfModules(layer, inks),
  stamps: (layer) => pdfStamps(layer, inks),
  picture: ({ x, y, width, height }) =>
    `q ${short(width)} 0 0 ${short(-height)} ${short(x)} ${short(y + height)} cm /${picture} Do Q`,
  within: ({ x, y, width, height }, parts) => `q ${x} ${y} ${width} ${height} re W n\n${parts.join("\n")}\nQ`,
});

const pdfModules = (layer: ModulesLayer, inks: PdfInks): string =>
  layer.shape === "square"
    ? `q 1 0 0 1 ${layer.x} ${layer.y} cm ${inks.fill(layer.color)}\n${rectangleOperators(layer, "re")}f Q`
    : `q 1 0 0 1 ${layer.x + 0.5} ${layer.y + 0.5} cm ${inks.lines(layer.color)} ${lineWidth(layer)} w 1 J 1 j\n${lineOperators(layer)}S Q`;

/** Each stamp is painted by itself, as nothing may stand between the steps of a path. */
export function pdfStamps({ color, drawn, x, y, factor, stamps }: StampsLayer, inks: PdfInks): string {
  const isLine = typeof drawn === "number";
  const paint = isLine ? "S" : drawn === "evenodd" ? "f*" : "f";
  const set = isLine ? `${inks.lines(color)} ${short(drawn)} w 1 J 1 j` : inks.fill(color);
  const scale = factorText(factor);
  let text = `q ${scale} 0 0 ${scale} ${short(x)} ${short(y)} cm ${set}\n`;
  let [penX, penY] = [0, 0];
  for (const stamp of stamps) {
    const [across, down] = [rounded(stamp.x - penX), rounded(stamp.y - penY)];
    if (across !== 0 || down !== 0) text += `1 0 0 1 ${across} ${down} cm\n`;
    text += `${operatorsOf(stamp.path)}\n${paint}\n`;
    [penX, penY] = [penX + across, penY + down];
  }
  return `${text}Q`;
}

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
  const pixels = await compressedPixels(picture, background);
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
