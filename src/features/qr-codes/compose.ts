import type { Drawing, Logo, Outline } from "../../ground/drawing/drawing.ts";
import { type Path, placed } from "../../ground/drawing/path.ts";
import { seenBehind, TRANSPARENT } from "./contrast.ts";
import { alignmentRings, finderOutlines, withoutPatterns } from "./finders.ts";
import { bandOf, FRAME_LINE, frameOutline, frameTextOf, lineBelow } from "./frame.ts";
import { QUIET_ZONE } from "./image-formats.ts";
import { clearedFor, placeLogo, withoutMiddle } from "./logo-place.ts";
import { moduleOutlines, outlineModules } from "./outline-modules.ts";
import { isStyled, type ModuleShape, type Style } from "./style.ts";
import type { Modules } from "./symbol.ts";

/** A symbol and the style to draw it in. */
interface Composition {
  modules: Modules;
  /** Light modules on each side of the symbol. */
  quietZone: number;
  style: Style;
  /** The project's logo, if the style shows it. */
  logo: Logo | null;
  /** Written below; null for nothing. */
  line?: string | null;
}

/** Composes a code: frame, modules, finder patterns, logo, and a line below. One unit is a module. */
export function compose({ modules, quietZone: asked, style, logo, line = null }: Composition): Drawing {
  const side = modules.length;
  const text = frameTextOf(style);
  // ISO/IEC 18004 requires four modules between the symbol and the line of a frame, whatever the requested quiet zone.
  const quietZone = text === null ? asked : Math.max(QUIET_ZONE.default, asked);
  const across = side + 2 * quietZone;
  const start = quietZone + (text === null ? 0 : FRAME_LINE);
  const cleared = logo && clearedFor(side, logo);
  const seen = cleared ? withoutMiddle(modules, cleared) : modules;
  const { color, background } = style;
  const path = placed(symbolPath(seen, style), start, start);
  const frame = text === null ? [] : [frameOutline(text, across, color)];
  const symbol: Outline = { path, color, rule: "evenodd" };
  const width = across + (text === null ? 0 : 2 * FRAME_LINE);
  const height = width + (text === null ? 0 : bandOf(across));
  const below = line === null ? [] : [lineBelow(line, { width, height }, color)];
  return {
    title: line === null ? "QR code" : `QR code ${line}`,
    width,
    height: height + (line === null ? 0 : bandOf(width)),
    background: background === TRANSPARENT ? null : background,
    surface: seenBehind(style),
    color,
    outlines: [...frame, symbol, ...below],
    logo: logo && cleared && placeLogo(logo, cleared, start),
    isCrisp: !isStyled(style) && line === null,
  };
}

/** The dark modules and the patterns of a symbol. */
function symbolPath(modules: Modules, { modules: shape, finders }: Pick<Style, "modules" | "finders">): Path {
  // Square finder patterns with square modules are drawn as modules; with other shapes they stay square.
  if (shape === "square" && finders === "square") return outlineModules(modules, 0);
  const side = modules.length;
  const others = withoutPatterns(modules, shape);
  return [...moduleOutlines(others, shape), ...ringsOf(side, shape), ...finderOutlines(side, finders)];
}

/** ZXing does not recognize a ring of separate dots, and then misplaces the alignment pattern. */
const ringsOf = (side: number, shape: ModuleShape): Path => (shape === "dots" ? alignmentRings(side) : []);
