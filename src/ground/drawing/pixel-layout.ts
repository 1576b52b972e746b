import type { Drawing } from "./drawing.ts";

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
