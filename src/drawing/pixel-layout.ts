import type { Drawing } from "./drawing.ts";

/** The most pixels of a unit that are drawn on each side, where edges have shades. Larger units repeat each of them. */
const MAX_DRAWN = 40;

/** Where a drawing is in a picture of pixels, all in pixels. */
export interface PixelLayout {
  width: number;
  height: number;
  /** Of a unit on each side: whole, as some decoders lose large symbols whose modules differ in width. */
  unit: number;
  /** Before the drawing from the left and from the top: half of what the width leaves over after whole units. */
  left: number;
  /** How often each drawn pixel is repeated across and down. */
  repeat: number;
}

/** Places a drawing in a picture of this width. The unit is 0 where there are fewer pixels than units. */
export function pixelLayout({ width: across, height: down, isCrisp }: Drawing, width: number): PixelLayout {
  const most = Math.floor(width / across);
  const repeat = isCrisp ? most : Math.ceil(most / MAX_DRAWN);
  const unit = repeat === 0 ? 0 : most - (most % repeat);
  const rest = width - across * unit;
  return { width, height: down * unit + rest, unit, left: Math.floor(rest / 2), repeat };
}
