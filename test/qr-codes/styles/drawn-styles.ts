import { LEVELS } from "../../../src/qr-codes/capacities.ts";
import { compose } from "../../../src/qr-codes/compose.ts";
import type { Logo } from "../../../src/qr-codes/logo.ts";
import { readLogo } from "../../../src/qr-codes/read-logo.ts";
import { readPng } from "../../../src/qr-codes/read-png.ts";
import { FINDER_SHAPES, MODULE_SHAPES, type Style } from "../../../src/qr-codes/style.ts";
import { drawStyledPng } from "../../../src/qr-codes/styled-png.ts";
import { symbolOf } from "../../../src/qr-codes/symbol.ts";
import { seen } from "./conditions.ts";
import { lot } from "./lot.ts";
import { type Greys, type Reader, read } from "./readers.ts";

/** A code of a style, as it is drawn. */
export interface DrawnStyle {
  seed: number;
  url: string;
  style: Style;
  quietZone: number;
  /** Pixels of each module. */
  module: number;
}

const hex = (channels: readonly number[]) =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;

/** A style by lot, which may be one that is refused. */
export function styleOf(seed: number): DrawnStyle {
  const next = lot(seed);
  const pick = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(next() * values.length)];
    if (value === undefined) throw new RangeError("there is nothing to pick from");
    return value;
  };
  const color = hex([0, 1, 2].map(() => 255 * next() ** 1.6 * 0.85));
  const background = next() < 0.4 ? "#ffffff" : hex([0, 1, 2].map(() => 255 * (1 - 0.5 * next() ** 1.6)));
  const length = 24 + Math.floor(next() * 50);
  return {
    seed,
    url: `https://sho.example/${seed.toString(32).padStart(8, "0")}?qr=${"a".repeat(length - 24)}x`,
    style: {
      color,
      background,
      modules: pick(MODULE_SHAPES),
      finders: pick(FINDER_SHAPES),
      logo: pick(["none", "none", "project"]),
      frame: pick(["none", "none", "en", "pl", "ja"]),
    },
    quietZone: pick([2, 4, 4, 6]),
    module: pick([6, 7, 8, 10]),
  };
}

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="#222"/><path d="M10 20h20v4h-20z" fill="#fff"/></svg>`;
const logo: Logo = await readLogo({ bytes: new TextEncoder().encode(LOGO), mediaType: "image/svg+xml" });

/** What five cameras see of a code. */
export async function sightsOf({
  url,
  style,
  quietZone,
  module,
  seed,
}: DrawnStyle): Promise<Record<string, Greys>> {
  const level = style.logo === "none" ? (LEVELS[seed % 4] ?? "M") : "H";
  const artwork = compose({
    modules: symbolOf(url, level),
    quietZone,
    style,
    logo: style.logo === "none" ? null : logo,
  });
  const png = await readPng(drawStyledPng(artwork, artwork.width * module));
  if (!png?.pixels) throw new TypeError("our own PNG is not read");
  return seen({ ...png, data: new Uint8ClampedArray(png.pixels) }, module);
}

/** For each style, what each decoder does not read of it: reader and sight. */
export async function unread(styles: readonly DrawnStyle[], with_: readonly Reader[]): Promise<string[][]> {
  const sights = await Promise.all(styles.map(sightsOf));
  const failed: string[][] = styles.map(() => []);
  for (const reader of with_) {
    const flat = sights.flatMap((sight, index) =>
      Object.entries(sight).map(([name, picture]) => ({ index, name, picture })),
    );
    const texts = read(
      reader,
      flat.map(({ picture }) => picture),
    );
    for (const [at, { index, name }] of flat.entries()) {
      if (texts[at] !== styles[index]?.url) failed[index]?.push(`${reader} ${name}`);
    }
  }
  return failed;
}
