import { SERVICE_NAME } from "../core/vocabulary.ts";
import { deflate } from "./compress.ts";
import type { Drawing, Outline, PlacedLogo } from "./drawing.ts";
import { onBackground } from "./logo-pixels.ts";
import { decimal, pathOperators, short } from "./path.ts";
import { POINTS, setColor, withoutFourth } from "./print-units.ts";

const ink = (color: string): string =>
  setColor(color, { gray: "setgray", rgb: "setrgbcolor", cmyk: "setcmykcolor" });

const outlineText = ({ path, color, rule }: Outline): string =>
  `${ink(color)} newpath\n${pathOperators(path)}\n${rule === "evenodd" ? "eofill" : "fill"}`;

/**
 * Draws an EPS file `width` millimeters wide, which is a program in PostScript (Adobe Technical Notes 5001, DSC 3.0,
 * and 5002, EPSF 3.0). It is ASCII and of language level 2, or 3 with a logo. `showpage` at the end lets it
 * print on its own; a program that embeds it must disable that operator, as EPSF requires.
 */
export async function drawEps(drawing: Drawing, width: number): Promise<string> {
  const points = width * POINTS;
  const unit = points / drawing.width;
  const height = unit * drawing.height;
  const { logo } = drawing;
  return [
    "%!PS-Adobe-3.0 EPSF-3.0",
    `%%BoundingBox: 0 0 ${Math.ceil(points)} ${Math.ceil(height)}`,
    `%%HiResBoundingBox: 0 0 ${decimal(points)} ${decimal(height)}`,
    `%%Creator: ${SERVICE_NAME}`,
    `%%Title: (${drawing.title})`,
    `%%LanguageLevel: ${logo ? 3 : 2}`,
    "%%DocumentData: Clean7Bit",
    "%%Pages: 1",
    "%%EndComments",
    "%%Page: 1 1",
    // Its own dictionary, so that these names don't affect the surrounding document.
    "4 dict begin gsave",
    "/m { moveto } bind def /l { lineto } bind def /c { curveto } bind def /h { closepath } bind def",
    `0 ${decimal(height)} translate ${decimal(unit)} ${decimal(-unit)} scale`,
    ...(drawing.background === null
      ? []
      : [`${ink(drawing.background)} 0 0 ${short(drawing.width)} ${short(drawing.height)} rectfill`]),
    ...drawing.outlines.map(outlineText),
    ...(logo ? [await logoText(logo, drawing.surface)] : []),
    "grestore end",
    "showpage",
    "%%EOF",
    "",
  ].join("\n");
}

/** EPS has no opacity: where a logo has some, it is blended with the surface. */
async function logoText({ logo, x, y, width, height }: PlacedLogo, surface: string): Promise<string> {
  return [
    `gsave ${short(x)} ${short(y)} translate ${decimal(width)} ${decimal(height)} scale`,
    "/DeviceRGB setcolorspace",
    `<< /ImageType 1 /Width ${logo.width} /Height ${logo.height} /BitsPerComponent 8`,
    `/Decode [0 1 0 1 0 1] /ImageMatrix [${logo.width} 0 0 ${logo.height} 0 0]`,
    "/DataSource currentfile /ASCII85Decode filter /FlateDecode filter >> image",
    ascii85(await deflate([withoutFourth(onBackground(logo, surface))])),
    "grestore",
  ].join("\n");
}

/** Characters per line. */
const LINE = 100;

/** Encodes bytes for PostScript's ASCII85Decode, with the end marker: four bytes as five characters. */
function ascii85(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    const count = Math.min(4, bytes.length - at);
    let value = 0;
    for (let index = 0; index < 4; index++) value = value * 256 + (bytes[at + index] ?? 0);
    const digits = [0, 0, 0, 0, 0];
    for (let index = 4; index >= 0; index--) {
      digits[index] = 33 + (value % 85);
      value = Math.floor(value / 85);
    }
    text +=
      value === 0 && count === 4 && digits.every((digit) => digit === 33)
        ? "z"
        : String.fromCharCode(...digits.slice(0, count + 1));
  }
  // A line must not begin with %, or programs would treat it as a document comment.
  const lines = text.match(new RegExp(`.{1,${LINE}}`, "gs")) ?? [];
  return `${lines.map((line) => (line.startsWith("%") ? ` ${line}` : line)).join("\n")}\n~>`;
}
