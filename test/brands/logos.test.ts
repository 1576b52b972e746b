import { deflateSync } from "node:zlib";
import { Resvg } from "@resvg/resvg-js";
import { describe, expect, test } from "vitest";
import { readLogo } from "../../src/features/brands/read-logo.ts";
import { readPng } from "../../src/features/brands/read-png.ts";
import { crc32 } from "../../src/ground/core/digest.ts";
import { disc, jpegWith, pngOf } from "../logos.ts";

const PROJECT = { organizationId: "acme", projectId: "main" };
const upload = (content: Uint8Array) => readLogo(Uint8Array.from(content), PROJECT, () => "00000000");

/** A PNG with this head and these rows. */
function pngWith(
  head: { width: number; height: number; depth: number; type: number; interlace?: number },
  rows: Uint8Array,
  more: [string, Uint8Array][] = [],
): Uint8Array {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(new Uint8Array(body)) >>> 0, 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const ihdr = Buffer.alloc(13);
  ihdr.writeUInt32BE(head.width, 0);
  ihdr.writeUInt32BE(head.height, 4);
  ihdr.set([head.depth, head.type, 0, 0, head.interlace ?? 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", ihdr),
    ...more.map(([type, data]) => chunk(type, data)),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", new Uint8Array()),
  ]);
}

describe("a PNG logo", () => {
  test.each([
    [
      "gray of 1 bit",
      1,
      0,
      [0b10100000],
      [
        [255, 255, 255, 255],
        [0, 0, 0, 255],
        [255, 255, 255, 255],
      ],
    ],
    [
      "gray of 4 bits",
      4,
      0,
      [0x0f, 0x80],
      [
        [0, 0, 0, 255],
        [255, 255, 255, 255],
        [136, 136, 136, 255],
      ],
    ],
    [
      "gray of 16 bits with opacity",
      16,
      4,
      [10, 1, 255, 1, 20, 1, 128, 1, 30, 1, 0, 1],
      [
        [10, 10, 10, 255],
        [20, 20, 20, 128],
        [30, 30, 30, 0],
      ],
    ],
    [
      "colors of 8 bits",
      8,
      2,
      [1, 2, 3, 4, 5, 6, 7, 8, 9],
      [
        [1, 2, 3, 255],
        [4, 5, 6, 255],
        [7, 8, 9, 255],
      ],
    ],
    [
      "entries of a palette",
      2,
      3,
      [0b00011000],
      [
        [9, 8, 7, 255],
        [6, 5, 4, 128],
        [3, 2, 1, 255],
      ],
    ],
  ])("%s", async (_, depth, type, row, expected) => {
    const palette: [string, Uint8Array][] = [
      ["PLTE", Uint8Array.from([9, 8, 7, 6, 5, 4, 3, 2, 1])],
      ["tRNS", Uint8Array.from([255, 128])],
    ];
    const png = pngWith(
      { width: 3, height: 1, depth, type },
      Uint8Array.from([0, ...row]),
      type === 3 ? palette : [],
    );
    const { width, height, rgba } = await readPng(png);
    expect([width, height, [...rgba]]).toEqual([3, 1, expected.flat()]);
  });

  test("of every filter is read as another decoder reads it", async () => {
    const width = 5;
    const rows = [0, 1, 2, 3, 4].flatMap((filter, y) => [
      filter,
      ...Array.from({ length: 4 * width }, (_, x) => ((x * 37 + y * 91) % 256) | (x % 4 === 3 ? 255 : 0)),
    ]);
    const png = pngWith({ width, height: 5, depth: 8, type: 6 }, Uint8Array.from(rows));
    const opaque = Buffer.from(png).toString("base64");
    const other = new Resvg(
      `<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"><image width="5" height="5" image-rendering="optimizeSpeed" href="data:image/png;base64,${opaque}"/></svg>`,
    ).render().pixels;
    const { rgba } = await readPng(png);
    for (const [at, value] of rgba.entries()) {
      // What is hardly seen has no exact color in the other one.
      if ((rgba[at | 3] ?? 0) === 255) expect(Math.abs(value - (other[at] ?? 0))).toBeLessThanOrEqual(1);
    }
  });

  test("is stored no larger than a code needs, and looks the same", async () => {
    const { width, height, rgba } = await readPng(pngOf(SVG, 1600));
    expect([width, height]).toEqual([512, 512]);
    const at = (x: number, y: number) => [...rgba.subarray(4 * (y * 512 + x), 4 * (y * 512 + x) + 4)];
    expect([at(256, 256), at(5, 5)]).toEqual([
      [0, 0, 0, 255],
      [0, 0, 0, 0],
    ]);
  });

  const ROW = new Uint8Array(41 * 40);
  test.each([
    ["a depth that there is not", { width: 40, height: 40, depth: 255, type: 0 }],
    ["a depth that its type does not have", { width: 40, height: 40, depth: 4, type: 6 }],
    ["a type that there is not", { width: 40, height: 40, depth: 8, type: 5 }],
    ["no width", { width: 0, height: 40, depth: 8, type: 0 }],
    ["more pixels than anybody needs", { width: 65_535, height: 65_535, depth: 16, type: 6 }],
    ["a size that is no number", { width: 2 ** 31, height: 2 ** 31, depth: 8, type: 0 }],
    ["interlaced rows", { width: 40, height: 40, depth: 8, type: 0, interlace: 1 }],
    ["fewer rows than it says", { width: 40, height: 41, depth: 8, type: 0 }],
    ["more rows than it says", { width: 40, height: 39, depth: 8, type: 0 }],
    ["no palette", { width: 40, height: 40, depth: 8, type: 3 }],
  ])("%s is rejected before memory is allocated", async (_, head) => {
    const before = process.memoryUsage().arrayBuffers;
    await expect(upload(pngWith(head, ROW))).rejects.toThrow(
      expect.objectContaining({ code: "validation_failed" }),
    );
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 21);
  });

  test("that decompresses to more than it announces is aborted", async () => {
    const bomb = pngWith({ width: 40, height: 40, depth: 8, type: 0 }, new Uint8Array(2 ** 26));
    expect(bomb.length).toBeLessThan(128 * 1024);
    const before = process.memoryUsage().arrayBuffers;
    await expect(upload(bomb)).rejects.toThrow(expect.objectContaining({ code: "validation_failed" }));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 22);
  });
});

test("a JPEG is stored for pages but not drawn in codes", async () => {
  const jpeg = await upload(jpegWith());
  expect([jpeg.drawn, jpeg.file.split(".")[1]]).toEqual([null, "jpg"]);
});

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="18"/></svg>';

test.each([
  ["an SVG", Buffer.from(SVG), "rsvg-convert"],
  ["a WebP", Buffer.from("RIFF\x10\0\0\0WEBPVP8 ", "latin1"), "PNG or JPEG"],
  ["a text", Buffer.from("logo"), "PNG or JPEG"],
  ["nothing", Buffer.alloc(0), "1 to"],
])("%s is rejected, with how to make a PNG", async (_, bytes, words) => {
  await expect(upload(bytes)).rejects.toThrow(
    expect.objectContaining({ details: [{ field: "logo", message: expect.stringContaining(words) }] }),
  );
});

test.each(["#ffffff", "#f4f4f0", "#e8eaed"])(
  "a logo of %s is rejected: nobody sees it on white",
  async (color) => {
    await expect(upload(disc(color))).rejects.toThrow(
      expect.objectContaining({
        details: [{ field: "logo", message: expect.stringContaining("too light") }],
      }),
    );
  },
);

test.each(["#c8102e", "#ffe600", "#d0d0d0", "#000000"])("a logo of %s is accepted", async (color) => {
  expect((await upload(disc(color))).drawn).not.toBeNull();
});

test("a logo keeps no texts, no color profile and nothing in place of colors", async () => {
  const texts: [string, Uint8Array][] = ["tEXt", "iCCP", "eXIf", "gAMA", "cHRM", "sRGB"].map((type) => [
    type,
    Buffer.from("by Ana in Rome"),
  ]);
  const head = { width: 1, height: 1, depth: 8, type: 2 };
  const black = Buffer.from([0, 0, 0, 0]);
  const gamma: [string, Uint8Array] = ["gAMA", Buffer.from([0, 0, 0xb1, 0x8f])];
  const png = await upload(pngWith(head, black, [...texts, gamma]));
  expect(Buffer.from(png.bytes)).toEqual(Buffer.from(pngWith(head, black, [gamma])));
  const profile = Buffer.from("ICC_PROFILE\0by Ana in Rome", "latin1");
  const jpeg = await upload(jpegWith(Buffer.from([0xff, 0xe2, 0, profile.length + 2]), profile));
  expect(Buffer.from(jpeg.bytes)).toEqual(Buffer.from(jpegWith()));
});
