import { draw } from "../../src/qr-codes/draw.ts";
import { IMAGE_FORMATS, type ImageFormat } from "../../src/qr-codes/image-formats.ts";
import { defaultOptions, type ImageOptions } from "../../src/qr-codes/image-options.ts";
import type { Logo } from "../../src/qr-codes/logo.ts";
import { readLogo } from "../../src/qr-codes/read-logo.ts";
import { median } from "./statistics.ts";

/** What drawing a code takes, beside the plain one of the same format, size and level of error correction. */
export interface DrawingTime {
  name: string;
  /** CPU of one image, and by that of the plain one. */
  microseconds: number;
  ratio: number;
  target: number;
}

/** A style may take so many times as long as the plain image of its format and level. */
const TARGET = 3;

const FORMATS = Object.keys(IMAGE_FORMATS) as ImageFormat[]; // Its keys are formats.

/** What is measured of a format besides its usual size, in pixels. */
const FURTHER_SIZES: Partial<Record<ImageFormat, readonly number[]>> = { png: [512, 2048, 4096] };

const ADDRESS = "https://sho.example/ab12cd34?qr=default";

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path d="M0 0h90v30h-90z" fill="#c8102e"/>
<path d="M8 8h6v14h-6zM20 8h6v14h-6zM34 8h20v4h-20zM34 18h20v4h-20zM62 8h20v14h-20z" fill="#fff"/></svg>`;

/** Styles that cost the most: one of dots, which are many, and one of everything that there is. */
const STYLES: readonly { name: string; style: Partial<ImageOptions>; hasLogo: boolean }[] = [
  { name: "rounded", style: { modules: "rounded", finders: "circle" }, hasLogo: false },
  {
    name: "dots, frame of 24 characters",
    style: { modules: "dots", finders: "circle", frameText: "Scan me & win 3 for 2 mm" },
    hasLogo: false,
  },
  {
    name: "rounded, frame, logo at level H",
    style: { modules: "rounded", finders: "circle", frame: "pl", logo: "project", level: "H" },
    hasLogo: true,
  },
];

interface Side {
  name: string;
  options: ImageOptions;
  logo: Logo | null;
  times: number[];
  /** What it is compared with. */
  plain: Side | null;
}

/**
 * Draws each format plain and in expensive styles, in turn, in this process: from the address to the bytes, as a request for
 * an image does. What is kept of letters, corners and the logo was drawn before; a plain code keeps its model, too.
 */
export async function measureDrawing(rounds: number, images: number): Promise<DrawingTime[]> {
  const logo = await readLogo({ bytes: new TextEncoder().encode(LOGO), mediaType: "image/svg+xml" });
  const times: DrawingTime[] = [];
  for (const format of FORMATS) {
    for (const size of [undefined, ...(FURTHER_SIZES[format] ?? [])]) {
      const sides = sidesOf({ ...defaultOptions(format), ...(size && { size }) }, logo);
      // The first two rounds warm up.
      for (let round = -2; round < rounds; round++) {
        for (const side of sides) {
          const time = await timeOf(format, side, images);
          if (round >= 0) side.times.push(time);
        }
      }
      for (const { name, times: own, plain } of sides) {
        times.push({
          name: `${format}${size === undefined ? "" : ` of ${size} pixels`}, ${name}`,
          microseconds: median(own),
          ratio: plain ? median(own.map((time, round) => time / (plain.times[round] ?? 0))) : 1,
          target: TARGET,
        });
      }
    }
  }
  return times;
}

/** A plain code of each level that styles have, and the styles. */
function sidesOf(usual: ImageOptions, logo: Logo | null): Side[] {
  const sides: Side[] = [];
  const plains = new Map<string, Side>();
  for (const level of new Set([usual.level, ...STYLES.map(({ style }) => style.level ?? usual.level)])) {
    const side = {
      name: `plain at level ${level}`,
      options: { ...usual, level },
      logo: null,
      times: [],
      plain: null,
    };
    plains.set(level, side);
    sides.push(side);
  }
  for (const { name, style, hasLogo } of STYLES) {
    const options = { ...usual, ...style };
    const plain = plains.get(options.level) ?? null;
    sides.push({ name, options, logo: hasLogo ? logo : null, times: [], plain });
  }
  return sides;
}

async function timeOf(format: ImageFormat, { options, logo }: Side, images: number): Promise<number> {
  const before = process.cpuUsage();
  for (let image = 0; image < images; image++) await draw(ADDRESS, format, options, logo);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / images;
}
