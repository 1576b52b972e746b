import { draw } from "../../src/features/qr-codes/draw.ts";
import { IMAGE_FORMATS, type ImageFormat } from "../../src/features/qr-codes/image-formats.ts";
import { defaultOptions, type ImageOptions } from "../../src/features/qr-codes/image-options.ts";
import type { Logo } from "../../src/ground/drawing/drawing.ts";
import { logoOf } from "../logos.ts";
import { median } from "./statistics.ts";

/** The cost of drawing a code, from its URL to the bytes, and the target. */
export interface DrawingTime {
  name: string;
  /** CPU of one image. */
  microseconds: number;
  bytes: number;
  /** In microseconds; null without a target. */
  target: number | null;
}

const FORMATS = Object.keys(IMAGE_FORMATS) as ImageFormat[]; // Its keys are formats.

/** The sizes of PNGs in pixels, and the targets of a plain and a styled PNG, in microseconds. */
const PNG_SIZES = [512, 1024, 2048, 4096] as const;
const PNG_TARGETS: Partial<Record<number, { plain: number; styled: number }>> = {
  1024: { plain: 3_000, styled: 10_000 },
  4096: { plain: 100_000, styled: 100_000 },
};

const ADDRESS = "https://sho.example/ab12cd34?qr=default";

const LOGO =
  await logoOf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path d="M0 0h90v30h-90z" fill="#c8102e"/>
<path d="M8 8h6v14h-6zM20 8h6v14h-6zM34 8h20v4h-20zM34 18h20v4h-20zM62 8h20v14h-20z" fill="#fff"/></svg>`);

/** The most expensive styles: one with dots, and one with everything. */
const STYLES: readonly { name: string; style: Partial<ImageOptions>; logo: Logo | null }[] = [
  { name: "rounded", style: { modules: "rounded", finders: "circle" }, logo: null },
  {
    name: "dots, frame of 24 characters",
    style: { modules: "dots", finders: "circle", frameText: "Scan me & win 3 for 2 mm" },
    logo: null,
  },
  {
    name: "rounded, frame, logo at level H",
    style: { modules: "rounded", finders: "circle", frame: "pl", logo: "project", level: "H" },
    logo: LOGO,
  },
  {
    name: "dots, frame, logo at level H",
    style: { modules: "dots", finders: "circle", frame: "pl", logo: "project", level: "H" },
    logo: LOGO,
  },
];

interface Side {
  name: string;
  format: ImageFormat;
  options: ImageOptions;
  logo: Logo | null;
  target: number | null;
  times: number[];
  bytes: number;
}

/** Draws each format plain and in expensive styles, alternating, in this process. */
export async function measureDrawing(rounds: number, images: number): Promise<DrawingTime[]> {
  const sides = FORMATS.flatMap((format) =>
    format === "png" ? PNG_SIZES.flatMap((size) => sidesOf(format, size)) : sidesOf(format, undefined),
  );
  // The first two rounds warm up.
  for (let round = -2; round < rounds; round++) {
    for (const side of sides) {
      const time = await timeOf(side, images);
      if (round >= 0) side.times.push(time);
    }
  }
  return sides.map(({ name, times, bytes, target }) => ({
    name,
    microseconds: median(times),
    bytes,
    target,
  }));
}

function sidesOf(format: ImageFormat, size: number | undefined): Side[] {
  const targets = size === undefined ? undefined : PNG_TARGETS[size];
  const usual = { ...defaultOptions(format), ...(size !== undefined && { size }) };
  const title = size === undefined ? format : `${format} of ${size} pixels`;
  return [{ name: "plain", style: {}, logo: null }, ...STYLES].map(({ name, style, logo }) => ({
    name: `${title}, ${name}`,
    format,
    options: { ...usual, ...style },
    logo,
    target: (name === "plain" ? targets?.plain : targets?.styled) ?? null,
    times: [],
    bytes: 0,
  }));
}

/** CPU of one image, in microseconds: large ones are drawn less often. */
async function timeOf(side: Side, images: number): Promise<number> {
  const { format, options, logo } = side;
  const count = format === "png" && (options.size ?? 0) > 1024 ? Math.ceil(images / 10) : images;
  const before = process.cpuUsage();
  for (let image = 0; image < count; image++) {
    side.bytes = (await draw(ADDRESS, format, options, logo)).length;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}
