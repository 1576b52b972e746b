import { deflateSync } from "node:zlib";
import { Resvg } from "@resvg/resvg-js";
import { describe, expect, test } from "vitest";
import { readDrawnLogo } from "../../src/features/brands/drawn-logo.ts";
import { readLogo } from "../../src/features/brands/read-logo.ts";
import { readPng } from "../../src/features/brands/read-png.ts";
import { readSvg } from "../../src/features/brands/read-svg.ts";
import { crc32 } from "../../src/ground/core/digest.ts";
import { logoSvg } from "../../src/ground/drawing/svg.ts";

const PROJECT = { organizationId: "acme", projectId: "main" };
const upload = (content: string | Uint8Array) =>
  readLogo(
    Uint8Array.from(typeof content === "string" ? new TextEncoder().encode(content) : content),
    PROJECT,
    () => "00000000",
  );

const svg = (shapes: string, box = "0 0 40 40") =>
  `<?xml version="1.0"?><!-- a logo --><svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${shapes}</svg>`;

/** A picture of an SVG, as resvg draws it. */
const seen = (markup: string) => {
  const { pixels, width, height } = new Resvg(markup, { fitTo: { mode: "width", value: 200 } }).render();
  return { pixels, width, height };
};

/** The share of pixels that two pictures do not have alike. */
function difference(one: string, other: string): number {
  const [a, b] = [seen(one), seen(other)];
  expect([a.width, a.height]).toEqual([b.width, b.height]);
  let differing = 0;
  for (let at = 0; at < a.pixels.length; at += 4) {
    if (
      [0, 1, 2, 3].some(
        (channel) => Math.abs((a.pixels[at + channel] ?? 0) - (b.pixels[at + channel] ?? 0)) > 96,
      )
    )
      differing++;
  }
  return differing / (a.width * a.height);
}

describe("an SVG logo becomes outlines that look like it", () => {
  test.each([
    [
      "paths of every command",
      `<path d="M4 4h12v6l6 3c2 4 4 4 6 0s4-4 6 0q2 3 4 0t-6 9a5 5 0 0 1-9 3z" fill="#c8102e"/>`,
    ],
    [
      "shapes",
      `<rect x="2" y="2" width="14" height="9" rx="3" fill="rgb(0,90,50)"/><circle cx="28" cy="10" r="8"/>
      <ellipse cx="12" cy="28" rx="9" ry="5" fill="teal"/><polygon points="24,20 38,24 30,38" fill="#f5c542"/>`,
    ],
    [
      "transforms in groups",
      `<g transform="translate(20 20) rotate(30)"><g transform="scale(1.5,.8) skewX(10)">
      <rect x="-8" y="-8" width="16" height="16" fill="#123456"/></g></g>`,
    ],
    [
      "classes and styles",
      `<style>.a{fill:#c8102e;stroke:#000} .b,.c{fill:none;stroke:navy;stroke-width:3px}</style>
      <path class="a" d="M4 4h12v12H4z"/><path class="b" d="M22 6c8 0 10 4 10 12"/><path style="fill:#0a5c36" d="M4 24h10v10z"/>`,
    ],
    [
      "strokes with their joins and ends",
      `<g fill="none" stroke="#222" stroke-width="4"><path d="M4 6l8 10 8-10"/>
      <path d="M26 6l4 10 4-10" stroke-linejoin="round" stroke-linecap="round"/><path d="M6 26h12v10" stroke-linejoin="bevel" stroke-linecap="square"/>
      <circle cx="30" cy="29" r="6"/></g>`,
    ],
    [
      "holes by both rules",
      `<path fill-rule="evenodd" d="M2 2h16v16H2zM6 6h8v8H6z"/><path d="M22 2h16v16H22zM26 6v8h8V6z"/>`,
    ],
    [
      "what reaches out of it",
      `<circle cx="0" cy="20" r="15" fill="#c8102e"/><path d="M-20 34L60 30" stroke="#000" stroke-width="3"/>`,
    ],
  ])("%s", async (_, shapes) => {
    const markup = svg(shapes);
    const { bytes, drawn } = await upload(markup);
    expect(difference(markup, new TextDecoder().decode(bytes))).toBeLessThan(0.004);
    // What codes show is stored as it is drawn.
    const logo = await readDrawnLogo(drawn ?? new Uint8Array(), "logo.svg");
    expect(logo.kind === "outlines" && difference(markup, logoSvg(logo))).toBeLessThan(0.004);
  });

  test("only the outlines of the file are stored", async () => {
    const { bytes } = await upload(
      svg(`<title>Secret</title><metadata><x:y/></metadata><path id="z" onload="x()" d="M0 0h9v9z"/>`),
    );
    expect(new TextDecoder().decode(bytes)).toMatch(
      /^<svg [^>]+><path fill="#000" d="[mlhvcz\d .-]+"\/><\/svg>$/,
    );
  });

  test.each([
    ["<script>alert(1)</script>", "<script>"],
    ["<text>Maple</text>", "<text>"],
    [`<image href="https://other.example/x.png"/>`, "<image>"],
    [`<use href="#a"/>`, "<use>"],
    ["<foreignObject/>", "<foreignObject>"],
    ["<svg/>", "<svg>"],
    [`<path d="M0 0h9v9z" fill="url(#a)"/>`, "gradient"],
    [`<path d="M0 0h9v9z" fill="hsl(1,2%,3%)"/>`, "color"],
    [`<path d="M0 0h9v9z" opacity=".5"/>`, "opacity"],
    [`<g style="filter:url(#f)"><path d="M0 0h9v9z"/></g>`, "filter"],
    [`<style>@import url(x);</style><path d="M0 0h9v9z"/>`, "style sheet"],
    [`<polygon points="${"1,".repeat(30_000)}"/>`, "too many numbers"],
    [`<path d="M0 0h9vz"/>`, "path"],
    [`<rect width="1e999" height="4"/>`, "numbers"],
    [`<path d="M0 0h9v9z" transform="spin(4)"/>`, "transform"],
    ["<path d='M0 0h9v9z' fill='none'/>", "is empty"],
    ["<g><path d='M0 0h9v9z'/>", "damaged"],
    [`${"<g>".repeat(100)}${"</g>".repeat(100)}`, "damaged"],
    [`<path d="M0 0h40v40H0z"/>`.repeat(40), "too many shapes"],
    [`<path d="M0 0${"l.02 40l.02-40".repeat(900)}z"/>`, "too many shapes"],
    [`<path d="M0 0${"h1v1h-1v-1".repeat(2_000)}z"/>`, "too many shapes"],
  ])("%s is rejected with a reason", async (shapes, words) => {
    await expect(upload(svg(shapes))).rejects.toThrow(
      expect.objectContaining({
        code: "validation_failed",
        details: [{ field: "logo", message: expect.stringContaining(words) }],
      }),
    );
  });

  test.each([
    "",
    "<",
    "<html></html>",
    "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg viewBox='0 0 1 1'/>",
    "<svg><path d='M0 0h1v1z'/></svg>",
    "plain text",
    "<svg viewBox='0 0 1 1'></svg><svg/>",
  ])("%j is not a logo", async (text) => {
    await expect(upload(text)).rejects.toThrow(expect.objectContaining({ code: "validation_failed" }));
  });
});

/** A PNG with this head and these rows. */
function pngOf(
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
    const png = pngOf(
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
    const png = pngOf({ width, height: 5, depth: 8, type: 6 }, Uint8Array.from(rows));
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
    const large = new Resvg(svg(`<circle cx="20" cy="20" r="18" fill="#c8102e"/>`), {
      fitTo: { mode: "width", value: 1600 },
    });
    const { width, height, rgba } = await readPng(large.render().asPng());
    expect([width, height]).toEqual([512, 512]);
    const at = (x: number, y: number) => [...rgba.subarray(4 * (y * 512 + x), 4 * (y * 512 + x) + 4)];
    expect([at(256, 256), at(5, 5)]).toEqual([
      [0xc8, 0x10, 0x2e, 255],
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
    await expect(upload(pngOf(head, ROW))).rejects.toThrow(
      expect.objectContaining({ code: "validation_failed" }),
    );
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 21);
  });

  test("that decompresses to more than it announces is aborted", async () => {
    const bomb = pngOf({ width: 40, height: 40, depth: 8, type: 0 }, new Uint8Array(2 ** 26));
    expect(bomb.length).toBeLessThan(128 * 1024);
    const before = process.memoryUsage().arrayBuffers;
    await expect(upload(bomb)).rejects.toThrow(expect.objectContaining({ code: "validation_failed" }));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 22);
  });
});

test("a JPEG and a WebP are stored for pages but not drawn in codes", async () => {
  const jpeg = await upload(Buffer.from("\xff\xd8\xff\xe0", "latin1"));
  const webp = await upload(Buffer.from("RIFF\x10\0\0\0WEBPVP8 ", "latin1"));
  expect([jpeg.drawn, webp.drawn]).toEqual([null, null]);
  expect([jpeg.file, webp.file].map((file) => file.split(".")[1])).toEqual(["jpg", "webp"]);
});

test("a logo of outlines shows its viewBox in any units", () => {
  const { width, height, outlines } = readSvg(
    svg(`<rect x="110" y="60" width="20" height="10"/>`, "100 50 40 20"),
  );
  expect([width, height]).toEqual([1000, 500]);
  expect(outlines[0]?.path[0]).toEqual(["M", 250, 250]);
});
