import { describe, expect, test } from "vitest";
import { contrastOf } from "../../src/features/qr-codes/contrast.ts";
import { draw } from "../../src/features/qr-codes/draw.ts";
import { defaultOptions } from "../../src/features/qr-codes/image-options.ts";
import { symbolOf } from "../../src/features/qr-codes/symbol.ts";
import { channelsOf, luminanceOf, typedColor } from "../../src/ground/core/colors.ts";
import { RASTERIZE, tools } from "./print-tools.ts";
import { decodeWithZxing, type Pixels, pixelsOfPng } from "./qr-decoding.ts";

const URL = "https://sho.example/ab12cd34?qr=default";
const MODULE = 4;
const MODULES = symbolOf(URL, "M");
const SIZE = (MODULES.length + 8) * MODULE;

/** The contrast of an opaque code, or of a transparent one on a surface. */
const contrast = (color: string, background: string, surface = "#ffffff") =>
  contrastOf({ color, background, surface });

const hex = (channels: number[]) =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;

/** From black (0) over a hue (1) to white (2). */
const shade = (hue: readonly number[], step: number) =>
  hex(hue.map((share) => 255 * (step <= 1 ? share * step : share + (1 - share) * (step - 1))));

const HUES = { gray: [1, 1, 1], red: [1, 0, 0], orange: [1, 0.5, 0], green: [0, 1, 0], blue: [0, 0, 1] };
const BACKGROUNDS = ["#ffffff", "#ffe08a", "#b9e6c9", "#c9ccff", "#aaaaaa"];

/** The lightest allowed color of each hue on each background. */
const LIMITS = BACKGROUNDS.flatMap((background) =>
  Object.values(HUES).map((hue) => {
    const steps = Array.from({ length: 201 }, (_, step) => shade(hue, step / 100));
    const color = steps.findLast((each) => contrast(each, background).problems.length === 0);
    return { background, color: color ?? "none" };
  }),
);

const imageOf = async (color: string, background: string): Promise<Pixels> => {
  const options = { ...defaultOptions("png"), size: SIZE, color, background };
  return pixelsOfPng(await draw(URL, "png", options, null), SIZE);
};

const toLight = (channel: number) =>
  channel <= 10 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4;
/** The light of each value of a channel. */
const LIGHTS = Float64Array.from({ length: 256 }, (_, channel) => toLight(channel));
const toChannel = (light: number) =>
  255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);

/** A photograph of an image: out of focus, lit from one side with a share of full light, with stray light. */
function photograph({ data, width, height }: Pixels, lit: number): Pixels {
  const photo = new Uint8ClampedArray(data.length).fill(255);
  const lightAt = (at: number) => LIGHTS[data[at] ?? 0] ?? 0;
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const xs = [Math.max(0, x - 1), x, Math.min(width - 1, x + 1)];
    const ys = [Math.max(0, y - 1), y, Math.min(height - 1, y + 1)];
    for (let channel = 0; channel < 3; channel++) {
      let light = 0;
      for (const nearY of ys)
        for (const nearX of xs) light += lightAt(4 * (nearY * width + nearX) + channel) / 9;
      photo[4 * at + channel] = toChannel((light + 0.03) * lit * (1 - (0.4 * x) / width));
    }
  }
  return { data: photo, width, height };
}

describe("the measure", () => {
  test("is that of WCAG", () => {
    expect([luminanceOf("#000000"), luminanceOf("#ffffff")]).toEqual([0, 1]);
    expect(contrast("#000000", "#ffffff").ratio).toBeCloseTo(21, 5);
    // Published pairs: the lightest gray on white for 4.5 to 1 and for 3 to 1.
    expect(contrast("#767676", "#ffffff").ratio).toBeCloseTo(4.54, 2);
    expect(contrast("#949494", "#ffffff").ratio).toBeCloseTo(3.03, 2);
    expect(contrast("#ff0000", "#ffffff").ratio).toBeCloseTo(4, 2);
  });
});

describe("allowed colors can be scanned", () => {
  test.each(LIMITS)("$color on $background, also from photographs", async (pair) => {
    const image = await imageOf(pair.color, pair.background);
    for (const seen of [image, ...[1, 0.5].map((lit) => photograph(image, lit))]) {
      expect((await decodeWithZxing(seen))?.text).toBe(URL);
    }
  });

  test("the limits are those of the rule, and 3 to 1 is rejected", () => {
    for (const { color, background } of LIMITS) {
      const { ratio, least } = contrast(color, background);
      expect(ratio / least).toBeLessThan(1.06);
    }
    expect(contrast("#949494", "#ffffff").problems).not.toEqual([]);
  });
});

describe("rejected colors and their field", () => {
  test.each([
    ["#ffffff", "#ffffff", ["color"], /too light to scan/],
    ["#ffffff", "#000000", ["color", "background"], /dark on light/],
    ["#000000", "#000000", ["background"], /lighter background/],
    ["#ffdd00", "#ffffff", ["color"], /darker color/],
    ["#777777", "#cccccc", ["color"], /contrast is 2\.7 to 1 but must be at least 4\.\d to 1/],
    ["#464646", "#999999", ["color"], /contrast is 3\.3 to 1 but must be at least 4\.\d to 1/],
  ])("%s on %s", (color, background, fields, words) => {
    const { problems } = contrast(color, background);
    expect(problems.map(({ field }) => field)).toEqual(fields);
    expect(problems.map(({ message }) => message).join()).toMatch(words);
  });

  test("dark on light is the only way round", () => {
    expect(contrast("#000000", "#ffffff").problems).toEqual([]);
    for (let gray = 0; gray < 256; gray++) {
      const color = hex([gray, gray, gray]);
      const inverse = contrast("#ffffff", color);
      expect(inverse.problems).not.toEqual([]);
      expect(inverse.difference).toBeLessThanOrEqual(0);
    }
  });
});

describe("inks", () => {
  const inks = (...percents: number[]) => `cmyk(${percents.join()})`;

  test.skipIf(!tools.has("gs"))("look on screens as Ghostscript shows them with its profile, nearly", () => {
    const steps = [0, 25, 50, 75, 100];
    const all = steps.flatMap((c) =>
      steps.flatMap((m) => steps.flatMap((y) => steps.map((k) => [c, m, y, k]))),
    );
    const page = `%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 ${all.length} 1\n${all
      .map((each, x) => `${each.map((percent) => percent / 100).join(" ")} setcmykcolor ${x} 0 1 1 rectfill`)
      .join("\n")}\nshowpage\n`;
    const { data } = RASTERIZE.gs(page, 72);
    let [brightest, sum] = [0, 0];
    for (const [index, percents] of all.entries()) {
      const shown = [...data.subarray(4 * index, 4 * index + 3)];
      const ours = channelsOf(inks(...percents));
      sum += Math.max(...ours.map((channel, at) => Math.abs(channel - (shown[at] ?? 0))));
      brightest = Math.max(brightest, Math.abs(luminanceOf(inks(...percents)) - luminanceOf(hex(shown))));
    }
    expect(sum / all.length).toBeLessThan(16);
    expect(brightest).toBeLessThan(0.1);
  });

  test("are judged by their color on screens, white paper and black ink included", () => {
    expect([channelsOf(inks(0, 0, 0, 0)), channelsOf(inks(0, 0, 0, 100))]).toEqual([
      [255, 255, 255],
      [0x23, 0x1f, 0x20],
    ]);
    expect(contrast(inks(100, 60, 0, 30), inks(0, 0, 20, 0)).problems).toEqual([]);
    expect(contrast(inks(0, 30, 100, 0), "#ffffff").problems.map(({ field }) => field)).toEqual(["color"]);
  });

  test("are read as people write them", () => {
    for (const text of [
      "cmyk(100, 60,0,30)",
      "C100 M60 Y0 K30",
      "100/60/0/30",
      "c100m60y0k30",
      " 100% 60% 0% 30% ",
    ])
      expect([text, typedColor(text)]).toEqual([text, inks(100, 60, 0, 30)]);
    expect(["1a2B3c", "#1A2b3c"].map(typedColor)).toEqual(["#1a2b3c", "#1a2b3c"]);
    for (const text of [
      "",
      "red",
      "#12345",
      "1234",
      "100/60/0",
      "101/0/0/0",
      "10/20/30/40/50",
      "cmyk(1,2,3)",
      "(".repeat(1_000_000),
      `c${" ".repeat(1_000_000)}m`,
    ])
      expect([text, typedColor(text)]).toEqual([text, null]);
  });
});

test("a transparent code is judged on its surface, which the problem names", () => {
  expect(contrast("#767676", "none").ratio).toBeCloseTo(4.54, 2);
  expect(contrast("#767676", "none", "#aaaaaa").problems).toEqual([
    {
      field: "color",
      message: expect.stringMatching(/^is too close to the surface: .* or a lighter surface$/),
    },
  ]);
  expect(contrast("#000000", "none", "#222222").problems.map(({ field }) => field)).toEqual(["surface"]);
});
