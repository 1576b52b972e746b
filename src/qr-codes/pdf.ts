import { deflate } from "./deflate.ts";
import { writePdf } from "./pdf-file.ts";
import { modulesAcross, type Picture } from "./picture.ts";
import { decimal, pointsOf, runsFromBottom, setColor } from "./print.ts";

const COLOR = { gray: "g", rgb: "rg" };

/**
 * What is on the page. All runs are one path, filled once, so that no viewer shows seams between them. One unit is one
 * module, from the bottom left corner.
 */
function contentOf(picture: Picture): string {
  const across = modulesAcross(picture);
  const unit = decimal(pointsOf(picture) / across);
  return [
    `${unit} 0 0 ${unit} 0 0 cm`,
    `${setColor(picture.background, COLOR)} 0 0 ${across} ${across} re f`,
    setColor(picture.color, COLOR),
    ...runsFromBottom(picture).map(({ x, y, length }) => `${x} ${y} ${length} 1 re`),
    "f",
  ].join("\n");
}

/**
 * Draws a picture as a PDF of one page that is exactly as large as the picture (ISO 32000). The file holds no date or
 * id, so that it depends on the picture alone.
 */
export async function drawPdf(picture: Picture): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const content = await deflate(encoder.encode(contentOf(picture)));
  const side = decimal(pointsOf(picture));
  return writePdf([
    [encoder.encode("<< /Type /Catalog /Pages 2 0 R >>")],
    [encoder.encode("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")],
    [
      encoder.encode(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${side} ${side}] /Resources << >> /Contents 4 0 R >>`,
      ),
    ],
    [
      encoder.encode(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
      content,
      encoder.encode("\nendstream"),
    ],
    [encoder.encode("<< /Title (QR code) >>")],
  ]);
}
