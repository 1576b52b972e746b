import { SERVICE_NAME } from "../core/vocabulary.ts";
import type { Artwork, ModulesLayer, PictureLayer, StampsLayer } from "./artwork.ts";
import { type Brush, rounded, short, writeLayers } from "./artwork-text.ts";
import { ascii85 } from "./ascii85.ts";
import type { LogoPicture } from "./logo.ts";
import { compressedPixels, requireDrawable } from "./logo-pixels.ts";
import { lineWidth } from "./module-lines.ts";
import { roundedRect } from "./path.ts";
import { factorText, operatorsOf, rectangleOperators, shortLineOperators } from "./path-operators.ts";
import { decimal, pointsOf, setColor } from "./print.ts";
import { pictureOf } from "./styled-pdf.ts";

const COLOR = { gray: "setgray", rgb: "setrgbcolor" };

const brush = (picture: string): Brush => ({
  box: ({ x, y, width, height, radius, color }) =>
    `${setColor(color, COLOR)} newpath\n${operatorsOf(roundedRect(x, y, width, height, radius))}\nfill`,
  modules: epsModules,
  stamps: epsStamps,
  picture: ({ x, y, width, height }) =>
    [
      `gsave ${short(x)} ${short(y)} translate ${short(width)} ${short(height)} scale`,
      picture,
      "grestore",
    ].join("\n"),
  within: ({ x, y, width, height }, parts) =>
    [`gsave ${x} ${y} ${width} ${height} rectclip`, ...parts, "grestore"].join("\n"),
});

const epsModules = (layer: ModulesLayer): string =>
  layer.shape === "square"
    ? `gsave ${layer.x} ${layer.y} translate ${setColor(layer.color, COLOR)} newpath\n${rectangleOperators(layer, "r")}fill grestore`
    : `gsave ${layer.x + 0.5} ${layer.y + 0.5} translate ${penOf(layer.color, lineWidth(layer))} newpath\n${shortLineOperators(layer)}stroke grestore`;

const penOf = (color: string, width: number): string =>
  `${setColor(color, COLOR)} ${short(width)} setlinewidth 1 setlinecap 1 setlinejoin`;

function epsStamps({ color, drawn, x, y, factor, stamps }: StampsLayer): string {
  const isLine = typeof drawn === "number";
  const paint = isLine ? "stroke" : drawn === "evenodd" ? "eofill" : "fill";
  const scale = factorText(factor);
  let text = `gsave ${short(x)} ${short(y)} translate ${scale} ${scale} scale ${isLine ? penOf(color, drawn) : setColor(color, COLOR)}\n`;
  let [penX, penY] = [0, 0];
  for (const stamp of stamps) {
    const [across, down] = [rounded(stamp.x - penX), rounded(stamp.y - penY)];
    text += `${across} ${down} translate newpath\n${operatorsOf(stamp.path)}\n${paint}\n`;
    [penX, penY] = [penX + across, penY + down];
  }
  return `${text}grestore`;
}

/** How a logo was written last, and on which background. */
const texts = new WeakMap<LogoPicture, { background: string; text: string }>();

/** The operators that draw a logo into the unit square, whose y axis points down. */
async function pictureText({ picture }: PictureLayer, background: string): Promise<string> {
  const known = texts.get(picture);
  if (known?.background === background) return known.text;
  requireDrawable(picture, "eps");
  const { width, height, components, bytes } = picture;
  const isJpeg = picture.mediaType === "image/jpeg";
  const data = isJpeg ? bytes : await compressedPixels(picture, background);
  const grey = isJpeg && components === 1;
  const text = [
    grey ? "/DeviceGray setcolorspace" : "/DeviceRGB setcolorspace",
    `<< /ImageType 1 /Width ${width} /Height ${height} /BitsPerComponent 8`,
    `/Decode [${grey ? "0 1" : "0 1 0 1 0 1"}] /ImageMatrix [${width} 0 0 ${height} 0 0]`,
    `/DataSource currentfile /ASCII85Decode filter /${isJpeg ? "DCTDecode" : "FlateDecode"} filter >> image`,
    ascii85(data),
  ].join("\n");
  texts.set(picture, { background, text });
  return text;
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
    "7 dict begin gsave",
    "/m { moveto } bind def /l { lineto } bind def /c { curveto } bind def /h { closepath } bind def",
    "% x y length a or d: adds a line across or down to the path",
    "/a { 3 1 roll moveto 0 rlineto } bind def /d { 3 1 roll moveto 0 exch rlineto } bind def",
    "% x y width height r: adds a rectangle to the path",
    "/r { 4 2 roll moveto 1 index 0 rlineto 0 exch rlineto neg 0 rlineto closepath } bind def",
    `0 ${decimal(height)} translate ${decimal(unit)} ${decimal(-unit)} scale`,
    `${setColor(artwork.background, COLOR)} 0 0 ${short(artwork.width)} ${short(artwork.height)} rectfill`,
    ...writeLayers(artwork, brush(picture)),
    "grestore end",
    "showpage",
    "%%EOF",
    "",
  ].join("\n");
}
