import { readOwnPng } from "../../../src/features/brands/read-png.ts";
import { LEVELS, type Level } from "../../../src/features/qr-codes/capacities.ts";
import { compose } from "../../../src/features/qr-codes/compose.ts";
import { hasRoomForLogo } from "../../../src/features/qr-codes/resolve-style.ts";
import { FINDER_SHAPES, MODULE_SHAPES, type Style } from "../../../src/features/qr-codes/style.ts";
import { symbolOf } from "../../../src/features/qr-codes/symbol.ts";
import type { Color } from "../../../src/ground/core/colors.ts";
import { PAGE_LANGUAGES } from "../../../src/ground/core/page-languages.ts";
import type { Logo } from "../../../src/ground/drawing/drawing.ts";
import { drawPng } from "../../../src/ground/drawing/png.ts";
import { logoOf } from "../../logos.ts";
import type { Pixels } from "../qr-decoding.ts";
import { BLOCK, seen, seenInBlocks } from "./conditions.ts";
import { lot } from "./lot.ts";
import { type Greys, type Reader, read } from "./readers.ts";

/** A code of a style, as it is drawn. */
export interface DrawnStyle {
  seed: number;
  url: string;
  level: Level;
  style: Style;
  logo: LogoName;
  quietZone: number;
  /** Pixels of each module. */
  module: number;
}

/** Logos that differ in what a decoder may take for a part of the code: form, darkness, and detail. */
const LOGO_FILES = {
  disc: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="#222"/><path d="M10 20h20v4h-20z" fill="#fff"/></svg>',
  pale: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path d="M20 2l18 36h-36z" fill="#f5c542"/></svg>',
  wide: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path d="M0 0h90v30h-90z" fill="#c8102e"/><path d="M8 8h6v14h-6zM20 8h6v14h-6zM34 8h20v4h-20zM34 18h20v4h-20zM62 8h20v14h-20z" fill="#fff"/></svg>',
  tall: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 40"><path d="M4 0h16v12h4v28h-24v-28h4z" fill="#0a5c36"/><path d="M6 20h12v10h-12z" fill="#fff"/></svg>',
  rings:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 70 70"><path d="M0 0h70v70h-70z" fill="#000"/><path d="M10 10h50v50h-50z" fill="#fff"/><path d="M20 20h30v30h-30z" fill="#000"/></svg>',
} as const;
type FileName = keyof typeof LOGO_FILES;
const LOGO_NAMES = Object.keys(LOGO_FILES) as FileName[]; // Its keys are names.
export type LogoName = FileName | "none";

const hex = (channels: readonly number[]) =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;

/** A color of this hue, from 0 to 1; how much of it there is, and how light it is. */
const hsl = (hue: number, saturation: number, lightness: number): Color =>
  hex(
    [0, 8, 4].map((shift) => {
      const at = (shift + hue * 12) % 12;
      const reach = saturation * Math.min(lightness, 1 - lightness);
      return 255 * (lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
    }),
  );

/** A style by lot, which may be one that is refused: whatever callers can ask for, all of it as often. */
export function styleOf(seed: number): DrawnStyle {
  const next = lot(seed);
  const pick = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(next() * values.length)];
    if (value === undefined) throw new RangeError("there is nothing to pick from");
    return value;
  };
  const [hue, other] = [next(), next()];
  // Half of the colors are such as brands choose, the other half are any two.
  const [color, background] =
    next() < 0.5
      ? [
          hsl(hue, 0.3 + 0.7 * next(), 0.08 + 0.44 * next()),
          next() < 0.6 ? "#ffffff" : hsl(other, next(), 0.85 + 0.13 * next()),
        ]
      : [hex([0, 1, 2].map(() => 255 * next())), hex([0, 1, 2].map(() => 255 * next()))];
  const url = `https://sho.example/${seed.toString(32).padStart(8, "0")}?qr=${"a".repeat(1 + Math.floor(next() * 45))}`;
  // A saved style is drawn without its logo in a code that has no room for one.
  const asked = next() < 0.5 ? "none" : pick(LOGO_NAMES);
  const name = hasRoomForLogo(url) ? asked : "none";
  const frame = pick(["none", "none", ...PAGE_LANGUAGES, "own"] as const);
  return {
    seed,
    url,
    level: name === "none" ? pick(LEVELS) : "H",
    style: {
      color,
      background,
      surface: "#ffffff",
      modules: pick(MODULE_SHAPES),
      finders: pick(FINDER_SHAPES),
      logo: name === "none" ? "none" : "project",
      frame: frame === "own" ? "none" : frame,
      frameText: frame === "own" ? "Try it: 3 for 2 today" : undefined,
    },
    logo: name,
    quietZone: pick([2, 3, 4, 4, 5, 6, 8]),
    module: pick([6, 7, 8, 9, 10, 12]),
  };
}

const logos = new Map<LogoName, Logo>(
  await Promise.all(
    LOGO_NAMES.map(async (name): Promise<[LogoName, Logo]> => [name, await logoOf(LOGO_FILES[name])]),
  ),
);

/** A code as it is drawn. */
export async function pixelsOf({ url, level, style, quietZone, module, logo }: DrawnStyle): Promise<Pixels> {
  const drawing = compose({
    modules: symbolOf(url, level),
    quietZone,
    style,
    logo: logos.get(logo) ?? null,
  });
  const { width, height, rgba } = await readOwnPng(await drawPng(drawing, drawing.width * module));
  return { width, height, data: Uint8ClampedArray.from(rgba) };
}

/**
 * For each style, what a decoder does not read of it: reader and sight. Neither a decoder nor a sight is asked for what one
 * before it did not read: first those that most are lost by.
 */
export async function unread(styles: readonly DrawnStyle[], with_: readonly Reader[]): Promise<string[][]> {
  const failed: string[][] = styles.map(() => []);
  const steps = [
    async (style: DrawnStyle) => seenInBlocks(await pixelsOf({ ...style, module: BLOCK })),
    async (style: DrawnStyle) => seen(await pixelsOf(style), style.module),
  ];
  for (const sightsOf of steps) {
    const sights = await Promise.all(
      styles.map((style, index) => (failed[index]?.length === 0 ? sightsOf(style) : {})),
    );
    for (const reader of with_) askOf(reader, styles, sights, failed);
  }
  return failed;
}

/** Has a decoder read what none has failed to read, and notes what it does not read. */
function askOf(
  reader: Reader,
  styles: readonly DrawnStyle[],
  sights: readonly Record<string, Greys>[],
  failed: readonly string[][],
): void {
  const flat = sights.flatMap((sight, index) =>
    failed[index]?.length === 0
      ? Object.entries(sight).map(([name, picture]) => ({ index, name, picture }))
      : [],
  );
  const texts = read(
    reader,
    flat.map(({ picture }) => picture),
  );
  for (const [at, { index, name }] of flat.entries()) {
    if (texts[at] !== styles[index]?.url) failed[index]?.push(`${reader} ${name}`);
  }
}
