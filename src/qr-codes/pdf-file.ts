import { concat } from "./deflate.ts";

/** The bytes of a PDF object, in parts. */
export type PdfObject = readonly Uint8Array[];

/**
 * A PDF file (ISO 32000) of these objects, which are numbered from 1 on: the first is the catalog, the last says what
 * the file is called. It holds no date or id, so that it depends on the objects alone.
 */
export function writePdf(objects: readonly PdfObject[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  // The second line tells programs that move files that this one is binary.
  const parts: Uint8Array[] = [
    encoder.encode("%PDF-1.4\n%"),
    Uint8Array.of(0xe2, 0xe3, 0xcf, 0xd3),
    encoder.encode("\n"),
  ];
  let written = parts.reduce((length, part) => length + part.length, 0);
  const push = (part: Uint8Array) => {
    parts.push(part);
    written += part.length;
  };
  // Each entry of the table of objects has exactly 20 bytes; the first stands for no object.
  let table = "0000000000 65535 f \n";
  for (const [index, object] of objects.entries()) {
    table += `${String(written).padStart(10, "0")} 00000 n \n`;
    push(encoder.encode(`${index + 1} 0 obj\n`));
    for (const part of object) push(part);
    push(encoder.encode("\nendobj\n"));
  }
  const count = objects.length + 1;
  push(
    encoder.encode(
      `xref\n0 ${count}\n${table}trailer\n<< /Size ${count} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${written}\n%%EOF\n`,
    ),
  );
  return concat(parts);
}

/** An object that is a stream; `dictionary` holds what is known of it besides its length. */
export function pdfStream(dictionary: string, bytes: Uint8Array): PdfObject {
  const encoder = new TextEncoder();
  return [
    encoder.encode(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    encoder.encode("\nendstream"),
  ];
}

/** An object that is text. */
export const pdfText = (text: string): PdfObject => [new TextEncoder().encode(text)];
