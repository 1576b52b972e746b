import { screenColor } from "../core/colors.ts";
import { type Drawing, type Outline, type PlacedLogo, type PlacedPicture, pixelLayout } from "./drawing.ts";
import { pathData, short } from "./path.ts";

/** A color in as few characters as CSS allows: `#fff` for `#ffffff`. */
const brief = (color: string): string => screenColor(color).replace(/^#(.)\1(.)\2(.)\3$/, "#$1$2$3");

/** An outline as an SVG element. */
export const outlineText = ({ path, color, rule }: Outline): string =>
  `<path fill="${brief(color)}"${rule === "evenodd" ? ' fill-rule="evenodd"' : ""} d="${pathData(path)}"/>`;

/** A logo at its place as an SVG element. */
export const logoText = ({ logo, ...box }: PlacedLogo): string => pictureText({ ...box, picture: logo });

/** A picture as an element. */
export const pictureText = ({ picture, x, y, width, height }: PlacedPicture): string =>
  `<image x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"` +
  ` href="data:image/${"jpeg" in picture ? `jpeg;base64,${base64(picture.jpeg)}` : `png;base64,${base64(picture.file)}`}"/>`;

/**
 * Draws an SVG document, `width` CSS pixels wide when it is opened as a page; embedded, it takes any size. It uses only
 * presentation attributes, because our Content-Security-Policy blocks inline styles.
 */
export function drawSvg(drawing: Drawing, width: number): string {
  const layout = pixelLayout(drawing, width);
  const { unit, left, height } = layout;
  const isWhole = width === drawing.width * unit;
  const box = isWhole ? `${drawing.width} ${drawing.height}` : `${width} ${height}`;
  const place = isWhole ? "" : ` transform="translate(${left} ${left}) scale(${unit})"`;
  const [across, down] = box.split(" ");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${box}"` +
    `${drawing.isCrisp ? ' shape-rendering="crispEdges"' : ""} role="img" aria-label="${drawing.title}">` +
    `${drawing.background === null ? "" : `<rect width="${across}" height="${down}" fill="${brief(drawing.background)}"/>`}` +
    `<g${place}>${drawing.outlines.map(outlineText).join("")}` +
    `${drawing.logo ? logoText(drawing.logo) : ""}</g></svg>`
  );
}

/** How many bytes `String.fromCharCode` gets per call: a call has a limited number of arguments. */
const CHUNK = 8_190;

/** Bytes in base64 (RFC 4648, section 4). */
export function base64(bytes: Uint8Array): string {
  let text = "";
  // A multiple of three per call, so that only the end is padded.
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  }
  return text;
}
