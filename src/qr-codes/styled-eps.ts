import { SERVICE_NAME } from "../core/vocabulary.ts";
import type { Artwork, PictureLayer } from "./artwork.ts";
import { type Brush, short, writeLayers } from "./artwork-text.ts";
import { ascii85 } from "./ascii85.ts";
import { deflate } from "./deflate.ts";
import { opaquePixels, requireDrawable } from "./logo-pixels.ts";
import type { Path } from "./path.ts";
import { decimal, pointsOf, setColor } from "./print.ts";
import { pictureOf } from "./styled-pdf.ts";

const COLOR = { gray: "setgray", rgb: "setrgbcolor" };

/** Steps on each line of the file: DSC allows 255 characters a line. */
const STEPS_A_LINE = 4;

const OPERATORS = { M: "m", L: "l", C: "c" } as const;

function pathLines(path: Path): string[] {
  const steps = path.map((step) => {
    if (step[0] === "Z") return "h";
    const [kind, ...points] = step;
    return `${points.map(short).join(" ")} ${OPERATORS[kind]}`;
  });
  return Array.from({ length: Math.ceil(steps.length / STEPS_A_LINE) }, (_, index) =>
    steps.slice(index * STEPS_A_LINE, (index + 1) * STEPS_A_LINE).join(" "),
  );
}

const brush = (picture: string): Brush => ({
  fill: (path, color, rule) =>
    [`${setColor(color, COLOR)} newpath`, ...pathLines(path), rule === "evenodd" ? "eofill" : "fill"].join(
      "\n",
    ),
  lines: (path, color, width) =>
    [
      `${setColor(color, COLOR)} ${short(width)} setlinewidth 1 setlinecap 1 setlinejoin newpath`,
      ...pathLines(path),
      "stroke",
    ].join("\n"),
  picture: ({ x, y, width, height }) =>
    [
      `gsave ${short(x)} ${short(y)} translate ${short(width)} ${short(height)} scale`,
      picture,
      "grestore",
    ].join("\n"),
  within: ({ x, y, width, height }, parts) =>
    [`gsave ${x} ${y} ${width} ${height} rectclip`, ...parts, "grestore"].join("\n"),
});

/** The operators that draw a logo into the unit square, whose y axis points down. */
async function pictureText({ picture }: PictureLayer, background: string): Promise<string> {
  requireDrawable(picture, "eps");
  const { width, height, components, bytes } = picture;
  const isJpeg = picture.mediaType === "image/jpeg";
  const data = isJpeg ? bytes : await deflate(opaquePixels(picture, background));
  const grey = isJpeg && components === 1;
  return [
    grey ? "/DeviceGray setcolorspace" : "/DeviceRGB setcolorspace",
    `<< /ImageType 1 /Width ${width} /Height ${height} /BitsPerComponent 8`,
    `/Decode [${grey ? "0 1" : "0 1 0 1 0 1"}] /ImageMatrix [${width} 0 0 ${height} 0 0]`,
    `/DataSource currentfile /ASCII85Decode filter /${isJpeg ? "DCTDecode" : "FlateDecode"} filter >> image`,
    ascii85(data),
  ].join("\n");
}

/**
 * Draws an artwork as an EPS file of `size` millimetres, as `eps.ts` draws plain codes: vectors of language level 2. A
 * logo of pixels that are compressed needs level 3, which all devices of the last 25 years have.
 */
export async function drawStyledEps(artwork: Artwork, size: number | undefined): Promise<string> {
  const points = pointsOf({ size });
  const unit = points / artwork.width;
  const height = unit * artwork.height;
  const layer = pictureOf(artwork);
  const picture = layer ? await pictureText(layer, artwork.background) : "";
  return [
    "%!PS-Adobe-3.0 EPSF-3.0",
    `%%BoundingBox: 0 0 ${Math.ceil(points)} ${Math.ceil(height)}`,
    `%%HiResBoundingBox: 0 0 ${decimal(points)} ${decimal(height)}`,
    `%%Creator: ${SERVICE_NAME}`,
    "%%Title: (QR code)",
    `%%LanguageLevel: ${layer ? 3 : 2}`,
    "%%DocumentData: Clean7Bit",
    "%%Pages: 1",
    "%%EndComments",
    "%%Page: 1 1",
    "5 dict begin gsave",
    "/m { moveto } bind def /l { lineto } bind def /c { curveto } bind def /h { closepath } bind def",
    `0 ${decimal(height)} translate ${decimal(unit)} ${decimal(-unit)} scale`,
    `${setColor(artwork.background, COLOR)} 0 0 ${short(artwork.width)} ${short(artwork.height)} rectfill`,
    ...writeLayers(artwork, brush(picture)),
    "grestore end",
    "showpage",
    "%%EOF",
    "",
  ].join("\n");
}
