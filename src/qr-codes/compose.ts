import { alignmentCorners, withoutRings } from "./alignment.ts";
import type { Artwork } from "./artwork.ts";
import { withoutFinders } from "./finders.ts";
import { bandOf, FRAME_LINE, frameLayers, frameTextOf } from "./frame.ts";
import { QUIET_ZONE } from "./image-formats.ts";
import type { Logo } from "./logo.ts";
import { clearedFor, placeLogo, withoutMiddle } from "./logo-place.ts";
import type { Style } from "./style.ts";
import type { Modules } from "./symbol.ts";

/** What is drawn in a style. */
export interface Composition {
  modules: Modules;
  /** Light modules on each side of the symbol. */
  quietZone: number;
  style: Style;
  /** Present where the style asks for the project's logo. */
  logo: Logo | null;
}

/**
 * Light modules on each side of the symbol. The line of a frame is what ISO/IEC 18004 keeps four modules away, so that a
 * code in a frame has no fewer, whatever is asked for.
 */
const zoneOf = ({ quietZone, style }: Pick<Composition, "quietZone" | "style">): number =>
  frameTextOf(style) === null ? quietZone : Math.max(QUIET_ZONE.default, quietZone);

/** How many modules an image has beside each other and below each other, for a symbol of `side` modules. */
export function extentOf(
  side: number,
  { quietZone, style }: Pick<Composition, "quietZone" | "style">,
): { width: number; height: number } {
  const across = side + 2 * zoneOf({ quietZone, style });
  if (frameTextOf(style) === null) return { width: across, height: across };
  const width = across + 2 * FRAME_LINE;
  return { width, height: width + bandOf(across) };
}

/** Puts a code together: frame, modules, finder patterns and logo, in this order. */
export function compose({ modules, quietZone: asked, style, logo }: Composition): Artwork {
  const side = modules.length;
  const quietZone = zoneOf({ quietZone: asked, style });
  const across = side + 2 * quietZone;
  const { color, background } = style;
  const text = frameTextOf(style);
  const start = quietZone + (text === null ? 0 : FRAME_LINE);
  const cleared = logo && clearedFor(side, logo);
  const seen = cleared ? withoutMiddle(modules, cleared) : modules;
  // Dots beside each other are no ring for ZXing, which then takes another place for an alignment pattern.
  const isDotted = style.modules === "dots";
  const drawn = isDotted ? withoutRings(seen) : seen;
  const layers: Artwork["layers"] = [
    ...(text === null ? [] : frameLayers(text, { across, color, background })),
    {
      kind: "modules",
      color,
      shape: style.modules,
      // Square finder patterns of square modules are modules like others; beside other shapes they stay square.
      modules: style.modules === "square" && style.finders === "square" ? seen : withoutFinders(drawn),
      rings: isDotted ? alignmentCorners(side) : [],
      x: start,
      y: start,
    },
    ...(style.modules === "square" && style.finders === "square"
      ? []
      : [{ kind: "finders" as const, color, shape: style.finders, side, x: start, y: start }]),
  ];
  const above = logo && cleared ? placeLogo(logo, cleared, start) : null;
  return { ...extentOf(side, { quietZone, style }), color, background, layers, logo: above };
}
