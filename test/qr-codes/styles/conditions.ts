import type { Pixels } from "../qr-decoding.ts";
import type { Greys } from "./readers.ts";

// What a camera makes of a print. Light is added up as light, not as the numbers of a file.

const toLight = Float64Array.from({ length: 256 }, (_, channel) =>
  channel <= 10 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
);
const toChannel = (light: number): number =>
  255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);

interface Light {
  width: number;
  height: number;
  data: Float64Array;
}

/** The light of a picture, as a camera without colours sees it. */
function lightOf({ data, width, height }: Pixels): Light {
  const light = new Float64Array(width * height);
  for (let at = 0; at < light.length; at++) {
    const [red = 0, green = 0, blue = 0] = [data[4 * at], data[4 * at + 1], data[4 * at + 2]];
    light[at] = 0.2126 * (toLight[red] ?? 0) + 0.7152 * (toLight[green] ?? 0) + 0.0722 * (toLight[blue] ?? 0);
  }
  return { width, height, data: light };
}

const greysOf = ({ width, height, data }: Light): Greys => ({
  width,
  height,
  data: Uint8Array.from(data, (light) => Math.round(toChannel(Math.min(1, Math.max(0, light))))),
});

const at = ({ data, width, height }: Light, x: number, y: number): number =>
  data[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))] ?? 0;

function each(width: number, height: number, valueAt: (x: number, y: number) => number): Light {
  const data = new Float64Array(width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data[y * width + x] = valueAt(x, y);
  return { width, height, data };
}

const half = (light: Light): Light =>
  each(light.width >> 1, light.height >> 1, (x, y) =>
    [0, 1, 2, 3].reduce((sum, corner) => sum + at(light, 2 * x + (corner & 1), 2 * y + (corner >> 1)) / 4, 0),
  );

/** The mean of the pixels around each, `radius` pixels to each side. */
function blurred(light: Light, radius: number): Light {
  const count = 2 * radius + 1;
  const sum = (valueAt: (offset: number) => number): number => {
    let total = 0;
    for (let offset = -radius; offset <= radius; offset++) total += valueAt(offset);
    return total / count;
  };
  const across = each(light.width, light.height, (x, y) => sum((offset) => at(light, x + offset, y)));
  return each(light.width, light.height, (x, y) => sum((offset) => at(across, x, y + offset)));
}

/** Seen from one side and turned by some degrees, on a wall of the light of the background. */
function tilted(light: Light, degrees: number, perspective: number): Light {
  const { width, height } = light;
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const side = Math.ceil(1.3 * Math.max(width, height));
  const ground = at(light, 0, 0);
  return each(side, side, (px, py) => {
    const [x, y] = [px - side / 2, py - side / 2];
    const near = 1 + (perspective * x) / side;
    const [u, v] = [(cos * x + sin * y) * near + width / 2, (-sin * x + cos * y) * near + height / 2];
    if (u < 0 || v < 0 || u >= width - 1 || v >= height - 1) return ground;
    const [left, top] = [Math.floor(u), Math.floor(v)];
    const [a, b] = [u - left, v - top];
    return (
      (1 - a) * (1 - b) * at(light, left, top) +
      a * (1 - b) * at(light, left + 1, top) +
      (1 - a) * b * at(light, left, top + 1) +
      a * b * at(light, left + 1, top + 1)
    );
  });
}

/** Lit from one side with half of the light, through stray light, out of focus by a pixel: what is left of the contrast. */
function dim(light: Light): Greys {
  const soft = blurred(light, 1);
  return greysOf(
    each(light.width, light.height, (x, y) => (at(soft, x, y) + 0.03) * 0.5 * (1 - (0.4 * x) / light.width)),
  );
}

/** A picture as five cameras see it. `module` is how many pixels a module has. */
export function seen(pixels: Pixels, module: number): Record<string, Greys> {
  const light = lightOf(pixels);
  return {
    "100 %": greysOf(light),
    "50 %": greysOf(half(light)),
    blurred: greysOf(blurred(light, Math.max(1, Math.round(module * 0.3)))),
    tilted: greysOf(tilted(light, 8, 0.15)),
    "low contrast": dim(light),
  };
}
