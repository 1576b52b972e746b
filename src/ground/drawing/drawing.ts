import type { Color } from "../core/colors.ts";
import type { Box, Path } from "./path.ts";

/**
 * A drawing, the common model of all formats: a background, outlines above it in order, and a logo on top. It has its
 * own units; each format scales them. With a single model, a code has the same geometry everywhere.
 */
export interface Drawing {
  /** A text description. */
  title: string;
  width: number;
  height: number;
  /** Null for a transparent drawing. */
  background: Color | null;
  /** The color around the outlines: the background or, of a transparent drawing, what it is expected to be put on. */
  surface: Color;
  /** Outlines in `color`. */
  outlines: readonly Outline[];
  color: Color;
  logo: PlacedLogo | null;
  /** Whether all edges are straight and on whole units, so that no antialiasing is needed. */
  isCrisp: boolean;
}

/** A filled area. */
export interface Outline {
  path: Path;
  color: Color;
  rule: "nonzero" | "evenodd";
}

/** A logo with its position in a drawing. */
export interface PlacedLogo extends Box {
  logo: Logo;
}

/** A photograph, which is a JPEG of gray or RGB values. */
export interface Photo {
  width: number;
  height: number;
  jpeg: Uint8Array;
  isGray: boolean;
}

/** A logo or a photograph with its position. */
export interface PlacedPicture extends Box {
  picture: Logo | Photo;
}

/** A logo, which is a picture. */
export interface Logo {
  width: number;
  height: number;
  /** Red, green, blue and opacity of each pixel, row by row from the top. */
  rgba: Uint8Array;
  /** The same as a PNG. */
  file: Uint8Array;
}

/** Maximum pixels per unit that are rendered with shades. Larger units repeat pixels. */
const MAX_DRAWN = 40;

/** The layout of a drawing in a picture, in pixels. */
export interface PixelLayout {
  width: number;
  height: number;
  /** Pixels per unit: whole, because some decoders fail on large symbols whose modules differ in width. */
  unit: number;
  /** Offset of the drawing from the left and top: half of the remainder after whole units. */
  left: number;
  /** How often each rendered pixel is repeated. */
  repeat: number;
}

/** Places a drawing in a picture of this width. The unit is 0 if there are fewer pixels than units. */
export function pixelLayout({ width: across, height: down, isCrisp }: Drawing, width: number): PixelLayout {
  const most = Math.floor(width / across);
  const repeat = isCrisp ? most : Math.ceil(most / MAX_DRAWN);
  const unit = repeat === 0 ? 0 : most - (most % repeat);
  const rest = width - across * unit;
  return { width, height: down * unit + rest, unit, left: Math.floor(rest / 2), repeat };
}
