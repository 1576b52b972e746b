import type { Pixels } from "../qr-decoding.ts";
import type { Greys } from "./readers.ts";

// What a camera makes of a print. Light is added up as light, not as the numbers of a file. A long run sees some
// billion pixels, so that what is done for each of them is a plain loop over typed arrays.

const TO_LIGHT = Float32Array.from({ length: 256 }, (_, channel) =>
  channel <= 10 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
);

/** Steps of light for which the gray is known; fine enough for the darkest greys. */
const FINE = 2 ** 14;
const TO_GREY = Uint8Array.from({ length: FINE + 1 }, (_, step) => {
  const light = step / FINE;
  return Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055));
});

interface Light {
  width: number;
  height: number;
  data: Float32Array;
}

const dark = (width: number, height: number): Light => ({
  width,
  height,
  data: new Float32Array(width * height),
});

/** The light of a picture, as a camera without colors sees it. */
function lightOf({ data, width, height }: Pixels): Light {
  const light = dark(width, height);
  for (let at = 0; at < light.data.length; at++) {
    light.data[at] =
      0.2126 * (TO_LIGHT[data[4 * at] ?? 0] ?? 0) +
      0.7152 * (TO_LIGHT[data[4 * at + 1] ?? 0] ?? 0) +
      0.0722 * (TO_LIGHT[data[4 * at + 2] ?? 0] ?? 0);
  }
  return light;
}

function greysOf({ width, height, data }: Light): Greys {
  const greys = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at++) {
    greys[at] = TO_GREY[Math.round(FINE * Math.min(1, Math.max(0, data[at] ?? 0)))] ?? 0;
  }
  return { width, height, data: greys };
}

/** Half as wide and high: each pixel is the mean of four. */
function half({ width, height, data }: Light): Light {
  const smaller = dark(width >> 1, height >> 1);
  for (let y = 0; y < smaller.height; y++) {
    for (let x = 0; x < smaller.width; x++) {
      const at = 2 * y * width + 2 * x;
      smaller.data[y * smaller.width + x] =
        ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + width] ?? 0) + (data[at + width + 1] ?? 0)) / 4;
    }
  }
  return smaller;
}

/** The mean of the pixels around each, `radius` pixels to each side: first along the lines, then along the columns. */
function blurred(light: Light, radius: number): Light {
  const across = spread(
    light,
    radius,
    { count: light.height, step: light.width },
    { count: light.width, step: 1 },
  );
  return spread(across, radius, { count: light.width, step: 1 }, { count: light.height, step: light.width });
}

interface Walk {
  count: number;
  step: number;
}

function spread({ width, height, data }: Light, radius: number, lines: Walk, along: Walk): Light {
  const soft = dark(width, height);
  const last = along.count - 1;
  for (let line = 0; line < lines.count; line++) {
    const start = line * lines.step;
    const valueAt = (at: number) => data[start + Math.min(last, Math.max(0, at)) * along.step] ?? 0;
    let sum = 0;
    for (let at = -radius; at <= radius; at++) sum += valueAt(at);
    for (let at = 0; at <= last; at++) {
      soft.data[start + at * along.step] = sum / (2 * radius + 1);
      sum += valueAt(at + radius + 1) - valueAt(at - radius);
    }
  }
  return soft;
}

/** How much wider and higher the picture of a turned code is. */
const ROOM = 1.2;

/** Seen from one side and turned by some degrees, on a wall of the light of the background. */
function tilted({ width, height, data }: Light, degrees: number, perspective: number): Light {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const side = Math.ceil(ROOM * Math.max(width, height));
  const seen = dark(side, side);
  seen.data.fill(data[0] ?? 0);
  for (let py = 0; py < side; py++) {
    const y = py - side / 2;
    for (let px = 0; px < side; px++) {
      const x = px - side / 2;
      const near = 1 + (perspective * x) / side;
      const u = (cos * x + sin * y) * near + width / 2;
      const v = (-sin * x + cos * y) * near + height / 2;
      if (u < 0 || v < 0 || u >= width - 1 || v >= height - 1) continue;
      const left = Math.floor(u);
      const top = Math.floor(v);
      const a = u - left;
      const b = v - top;
      const at = top * width + left;
      const above = (1 - a) * (data[at] ?? 0) + a * (data[at + 1] ?? 0);
      const below = (1 - a) * (data[at + width] ?? 0) + a * (data[at + width + 1] ?? 0);
      seen.data[py * side + px] = (1 - b) * above + b * below;
    }
  }
  return seen;
}

/**
 * Pixels of a module at which it is one of the blocks into which ZXing cuts a picture. It then knows nothing of what is
 * beside it when it decides what is dark, so that colors have to be the furthest apart.
 */
export const BLOCK = 8;

/** Lit from one side with half of the light, through stray light, out of focus by a pixel: what is left of the contrast. */
function dim(light: Light): Light {
  const soft = blurred(light, 1);
  for (let at = 0; at < soft.data.length; at++) {
    const x = at % light.width;
    soft.data[at] = ((soft.data[at] ?? 0) + 0.03) * 0.5 * (1 - (0.4 * x) / light.width);
  }
  return soft;
}

const inGreys = (sights: Record<string, Light>): Record<string, Greys> =>
  Object.fromEntries(Object.entries(sights).map(([name, sight]) => [name, greysOf(sight)]));

/** A code that is drawn in blocks as cameras see it: what most of the codes that are not read are lost by. */
export function seenInBlocks(inBlocks: Pixels): Record<string, Greys> {
  const blocks = lightOf(inBlocks);
  return inGreys({ "8 pixels": blocks, "low contrast": dim(blocks) });
}

/** A code as cameras see it besides. `module` is how many pixels a module has. */
export function seen(pixels: Pixels, module: number): Record<string, Greys> {
  const light = lightOf(pixels);
  return inGreys({
    "100 %": light,
    "50 %": half(light),
    blurred: blurred(light, Math.max(1, Math.round(module * 0.3))),
    tilted: tilted(light, 8, 0.15),
  });
}
