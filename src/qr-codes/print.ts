import { type Color, channelsOf } from "../core/colors.ts";
import { modulesAcross, type Picture } from "./picture.ts";
import { type Run, runsOf } from "./runs.ts";

// What PDF and EPS share: both measure in points from the bottom left corner and write numbers alike.

/** Width and height of a picture for print, in points of 1/72 inch. Such a picture always has a size. */
export function pointsOf({ size }: Pick<Picture, "size">): number {
  if (size === undefined) throw new TypeError("a picture for print needs a size");
  return (size / 25.4) * 72;
}

/** A number exact to a millionth. */
export const decimal = (value: number): string => String(Number(value.toFixed(6)));

/** The runs of a picture in modules from its bottom left corner, quiet zone included. */
export function runsFromBottom(picture: Picture): Run[] {
  const { modules, quietZone } = picture;
  const bottom = modulesAcross(picture) - quietZone - 1;
  return runsOf(modules).map(({ x, y, length }) => ({ x: quietZone + x, y: bottom - y, length }));
}

/** The operators that set the colour of what is filled next. */
interface ColorOperators {
  gray: string;
  rgb: string;
}

/**
 * Sets a colour: as a grey where it is one, else as red, green and blue. Black that is named as a grey is printed with
 * black ink alone, whose edges are sharper than those of four inks.
 */
export function setColor(color: Color, { gray, rgb }: ColorOperators): string {
  const [red, green, blue] = channelsOf(color).map(shareOf);
  return red === green && green === blue ? `${red} ${gray}` : `${red} ${green} ${blue} ${rgb}`;
}

/** A channel's share of the most, rounded up: programs that cut off and programs that round find the same channel. */
const shareOf = (channel: number): string => decimal(Math.ceil((channel / 255) * 10_000) / 10_000);
