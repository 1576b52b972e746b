import { concat, deflate } from "./deflate.ts";
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
  const objects = [
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
  ];
  // The second line tells programs that move files that this one is binary.
  const parts: Uint8Array[] = [
    encoder.encode("%PDF-1.4\n%"),
    Uint8Array.of(0xe2, 0xe3, 0xcf, 0xd3),
    encoder.encode("\n"),
  ];
  const written = () => parts.reduce((length, part) => length + part.length, 0);
  // Each entry of the table of objects has exactly 20 bytes; the first stands for no object.
  let table = "0000000000 65535 f \n";
  for (const [index, object] of objects.entries()) {
    table += `${String(written()).padStart(10, "0")} 00000 n \n`;
    parts.push(encoder.encode(`${index + 1} 0 obj\n`), ...object, encoder.encode("\nendobj\n"));
  }
  const count = objects.length + 1;
  parts.push(
    encoder.encode(
      `xref\n0 ${count}\n${table}trailer\n<< /Size ${count} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${written()}\n%%EOF\n`,
    ),
  );
  return concat(parts);
}
