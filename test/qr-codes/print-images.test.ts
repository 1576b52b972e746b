import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { LEVELS, symbolSide } from "../../src/features/qr-codes/capacities.ts";
import { draw } from "../../src/features/qr-codes/draw.ts";
import { defaultOptions, type ImageOptions } from "../../src/features/qr-codes/image-options.ts";
import { pixelsOfPpm, RASTERIZE, run, tools } from "./print-tools.ts";
import { decodeWithZxing, type Pixels, urlOfLength } from "./qr-decoding.ts";

const COLORS = [
  { color: "#000000", background: "#ffffff" },
  { color: "#c8102e", background: "#fff4d6" },
];
const SIZES = [10, 23, 50, 173, 1000];

const optionsOf = (changes: Partial<ImageOptions> = {}) => {
  const options: ImageOptions & { size: number } = {
    ...defaultOptions("pdf"),
    size: 50,
    ...(changes as Partial<ImageOptions & { size: number }>), // the changes of these tests leave the size a number
  };
  return options;
};
const drawPdf = async (options: ImageOptions, length = 39): Promise<Uint8Array<ArrayBuffer>> =>
  Buffer.from(await draw(urlOfLength(length), "pdf", options, null));
const drawEps = async (options: ImageOptions, length = 39): Promise<string> =>
  String(await draw(urlOfLength(length), "eps", options, null));

/** Every level, with the sizes, colors and quiet zones in turn. */
const CASES = [39, 300].flatMap((length, row) =>
  LEVELS.map((level, index) => ({
    length,
    level,
    options: optionsOf({
      level,
      size: SIZES[(row * 4 + index) % SIZES.length],
      quietZone: [2, 4, 16][(row + index) % 3] ?? 4,
      ...COLORS[(row + index) % 2],
    }),
  })),
);

const millimetres = (points: string | undefined) => (Number(points) / 72) * 25.4;

/** Dots an inch with which a picture becomes about 600 pixels wide, never a whole number of pixels for each module. */
const dpiOf = ({ size }: { size: number }) => Math.round((613 / size) * 25.4);

async function expectRead(image: Pixels, url: string): Promise<void> {
  expect(await decodeWithZxing(image)).toMatchObject({
    text: url,
    isMirrored: false,
    isInverted: false,
    rotation: 0,
  });
}

/** The colors in the middle of the quiet zone, and of a solid bar of a finder pattern from end to end. */
function colorsOf({ data, width }: Pixels, length: number, { level, quietZone }: ImageOptions) {
  const module = width / ((symbolSide(urlOfLength(length), level) ?? 0) + 2 * quietZone);
  const at = (x: number, y: number) => {
    const pixel = Math.floor(y * module) * width + Math.floor(x * module);
    return `#${Buffer.from(data.subarray(4 * pixel, 4 * pixel + 3)).toString("hex")}`;
  };
  const bar = Array.from({ length: 60 }, (_, step) => at(quietZone + 0.5, quietZone + 0.5 + step / 10));
  return { quiet: at(quietZone / 2, quietZone / 2), bar: [...new Set(bar)] };
}

describe("PDF", () => {
  test("every offset leads where it says, the content inflates, and the box is the size to a micrometre", async () => {
    for (const size of SIZES) {
      const file = Buffer.from(await drawPdf(optionsOf({ size }))).toString("latin1");
      const [, start] = /startxref\n(\d+)\n%%EOF\n$/.exec(file) ?? [];
      const table = file.slice(Number(start));
      expect(table.startsWith("xref\n0 7\n0000000000 65535 f \n")).toBe(true);
      const offsets = Array.from(table.matchAll(/^(\d{10}) 00000 n $/gm), ([, offset]) => Number(offset));
      expect(offsets).toHaveLength(6);
      for (const [index, offset] of offsets.entries())
        expect(file.slice(offset, offset + 8)).toBe(`${index + 1} 0 obj\n`);
      const [, length, stream = ""] = /\/Length (\d+) .*?>>\nstream\n(.*)\nendstream/s.exec(file) ?? [];
      expect(stream.length).toBe(Number(length));
      expect(inflateSync(Buffer.from(stream, "latin1")).toString("latin1")).toMatch(
        / cm\n1 g 0 0 37 37 re f\n0 g\n/,
      );
      const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(file) ?? [];
      expect(height).toBe(width);
      expect(millimetres(width)).toBeCloseTo(size, 3);
    }
  });

  test("a gray is written as a gray, so that black is black ink alone; other colors as red, green and blue", async () => {
    const contentOf = async (changes: Partial<ImageOptions>) => {
      const file = Buffer.from(await drawPdf(optionsOf(changes))).toString("latin1");
      const [, stream = ""] = /stream\n(.*)\nendstream/s.exec(file) ?? [];
      return inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
    };
    expect(await contentOf({})).not.toContain("rg");
    expect(await contentOf({ color: "#ff0000" })).toContain("\n1 0 0 rg\n");
  });

  test("its only page has all boxes, as large as the code", async () => {
    const file = Buffer.from(await drawPdf(optionsOf({ frame: "en" }))).toString("latin1");
    const [media, bleed, trim] = ["Media", "Bleed", "Trim"].map(
      (name) => new RegExp(`/${name}Box (\\[.*?\\])`).exec(file)?.[1],
    );
    expect(media).toMatch(/^\[0 0 141\.732283 1[5-9]\d\.\d+\]$/);
    expect([bleed, trim]).toEqual([media, media]);
  });

  test.each(tools.has("pdftoppm") ? CASES : [])(
    "poppler: $length bytes at level $level, $options.size mm",
    async ({ length, options }) => {
      const image = RASTERIZE.pdftoppm(await drawPdf(options, length), dpiOf(options));
      await expectRead(image, urlOfLength(length));
      // No seam between the rows of a bar, although rows and pixels do not meet.
      expect(colorsOf(image, length, options)).toEqual({ quiet: options.background, bar: [options.color] });
    },
  );

  test.each(tools.has("mutool") ? CASES : [])(
    "MuPDF: $length bytes at level $level, $options.size mm",
    async ({ length, options }) => {
      const image = RASTERIZE.mutool(await drawPdf(options, length), dpiOf(options));
      await expectRead(image, urlOfLength(length));
      expect(colorsOf(image, length, options)).toEqual({ quiet: options.background, bar: [options.color] });
    },
  );

  test.each(tools.has("pdfinfo") ? SIZES : [])("poppler: a page of %i mm", async (size) => {
    const info = run("pdfinfo", ["page.pdf"], {
      "page.pdf": await drawPdf(optionsOf({ size })),
    }).stdout.toString();
    const [, width, height] = /^Page size: +([\d.]+) x ([\d.]+) pts/m.exec(info) ?? [];
    expect(info).toMatch(/^Pages: +1$/m);
    expect([millimetres(width), millimetres(height)]).toEqual([
      expect.closeTo(size, 2),
      expect.closeTo(size, 2),
    ]);
  });
});

describe.skipIf(!tools.has("gs") || !tools.has("pdftoppm"))("inks and transparency in print files", () => {
  const INKS = { color: "cmyk(100,60,0,30)", background: "cmyk(0,0,20,0)" };
  /** The share of the page that each ink covers, by Ghostscript. */
  const coverage = (page: Uint8Array | string) =>
    run("gs", ["-q", "-dEPSCrop", "-o", "-", "-sDEVICE=ink_cov", "page"], { page })
      .stdout.toString()
      .trim()
      .split(/\s+/)
      .slice(0, 4)
      .map(Number);

  test("inks are printed as they are, black alone by gray, in both formats, and are read", async () => {
    const options = optionsOf(INKS);
    for (const page of [await drawPdf(options), await drawEps(options)]) {
      const [cyan = 0, magenta = 0, yellow = 0, black = 0] = coverage(page);
      // Dark modules cover a share of the code, in each of their inks by its percentage; the rest is the background.
      const dark = cyan / 100;
      expect(dark).toBeGreaterThan(0.2);
      expect([magenta / 60, black / 30]).toEqual([expect.closeTo(dark, 2), expect.closeTo(dark, 2)]);
      expect(yellow / 20).toBeCloseTo(1 - dark, 2);
    }
    await expectRead(RASTERIZE.pdftoppm(await drawPdf(options), 300), urlOfLength(39));
    await expectRead(RASTERIZE.gs(await drawEps(options), 300), urlOfLength(39));
  });

  test("a transparent code covers its modules alone, and is read where it is put", {
    tags: "all",
  }, async () => {
    const options = optionsOf({ ...INKS, background: "none" });
    for (const page of [await drawPdf(options), await drawEps(options)]) {
      expect(coverage(page)[2]).toBe(0);
      await expectRead(RASTERIZE.gs(page, 300), urlOfLength(39));
    }
    const eps = await drawEps(options);
    const onKraft = eps.replace("4 dict begin gsave", "0.1 0.2 0.4 0 setcmykcolor 0 0 142 142 rectfill $&");
    const { quiet } = colorsOf(RASTERIZE.gs(onKraft, 300), 39, options);
    expect(quiet).not.toBe("#ffffff");
    await expectRead(RASTERIZE.gs(onKraft, 300), urlOfLength(39));
  });
});

describe("EPS", () => {
  test("has the comments that DSC and EPSF ask for, short lines of ASCII, and boxes of the right size", async () => {
    for (const size of SIZES) {
      const lines = (await drawEps(optionsOf({ size }))).split("\n");
      const commentOf = (name: string) =>
        lines
          .find((line) => line.startsWith(`%%${name}: `))
          ?.split(": ")[1]
          ?.split(" ");
      expect(lines[0]).toBe("%!PS-Adobe-3.0 EPSF-3.0");
      expect(lines.slice(-2)).toEqual(["%%EOF", ""]);
      expect(lines.every((line) => /^[\x20-\x7e]{0,255}$/.test(line))).toBe(true);
      const [left, bottom, right, top] = commentOf("HiResBoundingBox") ?? [];
      expect([left, bottom, top]).toEqual(["0", "0", right]);
      expect(millimetres(right)).toBeCloseTo(size, 3);
      // A whole box that holds the exact one.
      expect(commentOf("BoundingBox")).toEqual([
        "0",
        "0",
        ...Array(2).fill(String(Math.ceil(Number(right)))),
      ]);
    }
  });

  test.each(tools.has("gs") ? CASES : [])(
    "Ghostscript: $length bytes at level $level, $options.size mm",
    async ({ length, options }) => {
      const image = RASTERIZE.gs(await drawEps(options, length), dpiOf(options));
      await expectRead(image, urlOfLength(length));
      expect(colorsOf(image, length, options)).toEqual({ quiet: options.background, bar: [options.color] });
    },
  );

  test.each(tools.has("gs") ? [23, 173] : [])(
    "Ghostscript: what is painted of %i mm is what the file says",
    async (size) => {
      // The background is not white, which this device takes for nothing.
      const page = await drawEps(optionsOf({ size, background: "#fff4d6" }));
      const { stderr } = run("gs", ["-q", "-sDEVICE=bbox", "-o", "-", "page"], { page });
      const [, left, bottom, right, top] =
        /%%HiResBoundingBox: ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)/.exec(stderr.toString()) ?? [];
      expect([left, bottom].map(Number)).toEqual([0, 0]);
      for (const edge of [right, top]) expect(millimetres(edge)).toBeCloseTo(size, 1);
    },
  );

  test.each(tools.has("gs") ? ["another document"] : [])(
    "Ghostscript: placed on a page of %s it leaves that as it was",
    async () => {
      // As EPSF asks: the document disables showpage. Then it looks whether stacks and names are as they were.
      const document = `%!PS
<< /PageSize [400 400] >> setpagedevice
/r (ours) def
count countdictstack
/showpage { } def
gsave 100 150 translate 1.3 1.3 scale (code.eps) run grestore
countdictstack eq exch count 2 sub eq and r (ours) eq and not { /undefined /changed signalerror } if
systemdict /showpage get exec`;
      const args = ["-q", "-dNOSAFER", "-r150", "-sDEVICE=ppmraw", "-o", "-", "document.ps"];
      const files = { "document.ps": document, "code.eps": await drawEps(optionsOf({ size: 50 })) };
      await expectRead(pixelsOfPpm(run("gs", args, files).stdout), urlOfLength(39));
    },
  );
});
