import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { drawPrint } from "../../../src/features/qr-codes/draw-print.ts";
import { customFormat, PRINT_FORMATS } from "../../../src/features/qr-codes/print-formats.ts";
import { printInks } from "../../../src/features/qr-codes/print-inks.ts";
import type { PrintedCode } from "../../../src/features/qr-codes/print-layout.ts";
import { drawPreview } from "../../../src/features/qr-codes/print-preview.ts";
import { printedAccent } from "../../../src/features/qr-codes/style.ts";
import { screenColor } from "../../../src/ground/core/colors.ts";
import { logoOf } from "../../logos.ts";
import { RASTERIZE, run, tools } from "../print-tools.ts";
import { decodeWithZxing, rasterize } from "../qr-decoding.ts";

const urlOf = (n: number) => `https://sho.example/ab12cd3${n}?qr=default`;

const code = (n: number, color = "#0a4d3c"): PrintedCode => ({
  encodedUrl: urlOf(n),
  logo: null,
  line: null,
  style: {
    color,
    background: "#ffffff",
    surface: "#ffffff",
    modules: "rounded",
    finders: "rounded",
    logo: "none",
    frame: "none",
  },
  texts: { headline: "Dinner tonight?", name: "Pancakes", link: "sho.example/ab12cd3" },
  brand: { logo: null, accent: null },
});

const ACCENT = "#c8102e";
const LOGO = await logoOf(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 0h40v10z" fill="#123456"/></svg>',
);

/** A code with everything that a brand adds. */
const branded = (n: number): PrintedCode => ({
  ...code(n),
  brand: {
    accent: ACCENT,
    logo: LOGO,
  },
});

/** The inks with which the pages of a PDF are filled, as their operators. */
function fillsOf(pdf: Uint8Array): Set<string> {
  const streams = Buffer.from(pdf)
    .toString("latin1")
    .matchAll(/FlateDecode[^>]*>>\s*stream\r?\n([\s\S]*?)\r?\nendstream/g);
  const texts = Array.from(streams, ([, bytes = ""]) =>
    inflateSync(Buffer.from(bytes, "latin1")).toString("latin1"),
  );
  return new Set(texts.flatMap((text) => text.match(/^.* (?:k|rg|g|scn)$/gm) ?? []));
}

test("in a spot ink is the code alone: paper, texts and the brand have their own inks", async () => {
  const pdf = await drawPrint([branded(1)], { format: PRINT_FORMATS.a6, spot: "PANTONE 347 C" });
  expect([...fillsOf(pdf)].toSorted()).toEqual(["/Spot cs 1 scn", "0 0 0 0 k", "0.7844 0.0628 0.1804 rg"]);
});

test.each([
  ["black and white", code(1, "#000000"), null, { inks: ["K"], hasRgb: false }],
  ["a color of screens", code(1, "#0b6b3a"), null, { inks: ["K"], hasRgb: true }],
  ["two inks", code(1, "cmyk(0,60,0,30)"), null, { inks: ["M", "K"], hasRgb: false }],
  ["a spot ink", code(1, "#0b6b3a"), "PANTONE 347 C", { inks: ["K", "PANTONE 347 C"], hasRgb: false }],
  [
    "a brand's color of screens",
    { ...code(1, "cmyk(100,0,0,0)"), brand: { logo: null, accent: ACCENT } },
    null,
    { inks: ["C", "K"], hasRgb: true },
  ],
  [
    "a brand's inks",
    { ...code(1, "cmyk(100,0,0,0)"), brand: { logo: null, accent: "cmyk(0,0,90,0)" } },
    null,
    { inks: ["C", "Y", "K"], hasRgb: false },
  ],
] as const)("the inks of a file are told before it is made: %s", async (_, one, spot, told) => {
  const options = { format: PRINT_FORMATS.a6, spot };
  expect(printInks([one], options)).toEqual(told);
  const fills = [...fillsOf(await drawPrint([one], options))];
  expect(fills.some((fill) => fill.endsWith(" rg"))).toBe(told.hasRgb);
  const shares = fills.filter((fill) => fill.endsWith(" k")).map((fill) => fill.split(" ").map(Number));
  const filled = ["C", "M", "Y"].filter((_, ink) => shares.some((share) => (share[ink] ?? 0) > 0));
  expect(told.inks.filter((ink) => /^[CMY]$/.test(ink))).toEqual(filled);
});

test("a band beside a code in inks is in inks: the brand's, or else the code's", () => {
  const accents = (accent: string | null) =>
    ["cmyk(100,60,0,30)", "#0b6b3a"].map((color) => printedAccent(accent, { color }));
  expect(accents(ACCENT)).toEqual(["cmyk(100,60,0,30)", ACCENT]);
  expect(accents("cmyk(0,100,80,10)")).toEqual(["cmyk(0,100,80,10)", "cmyk(0,100,80,10)"]);
  expect(accents(null)).toEqual([null, null]);
});

test("black is black ink alone", async () => {
  const pdf = await drawPrint([code(1, "#000000")], { format: PRINT_FORMATS.a6, spot: null });
  expect([...fillsOf(pdf)].toSorted()).toEqual(["0 0 0 1 k"]);
});

/** The boxes of the first page, in millimetres. */
function boxesOf(pdf: Uint8Array): Record<string, number[]> {
  const info = run("pdfinfo", ["-box", "page.pdf"], { "page.pdf": pdf }).stdout.toString();
  return Object.fromEntries(
    Array.from(info.matchAll(/(\w+Box):\s+([\d.\s]+)\n/g), ([, name = "", sides = ""]) => [
      name,
      sides
        .trim()
        .split(/\s+/)
        .map((side) => (Number(side) / 72) * 25.4),
    ]),
  );
}

describe.skipIf(!tools.has("pdfinfo") || !tools.has("mutool") || !tools.has("pdftoppm") || !tools.has("gs"))(
  "print formats",
  () => {
    test.each(Object.entries(PRINT_FORMATS))("%s has its size, and its code is read", async (_, format) => {
      const pdf = await drawPrint([code(1)], { format, spot: null });
      const { MediaBox = [], TrimBox = [], BleedBox = [] } = boxesOf(pdf);
      const side = (box: number[], at: number) => (box[at + 2] ?? 0) - (box[at] ?? 0);
      expect([side(TrimBox, 0), side(TrimBox, 1)].map(Math.round)).toEqual(
        [format.width, format.height].map(Math.round),
      );
      expect(side(BleedBox, 0) - side(TrimBox, 0)).toBeCloseTo(format.isCut ? 6 : 0, 1);
      if (format.isCut) expect(side(MediaBox, 0)).toBeGreaterThan(side(BleedBox, 0));
      else expect(MediaBox).toEqual(TrimBox);
      if (format.panels.length === 1) {
        const read = await decodeWithZxing(RASTERIZE.pdftoppm(pdf, 150));
        expect(read?.text).toBe(urlOf(1));
      }
    });

    test("a page for each code, fonts none, black as black ink alone, a named ink by its name", async () => {
      const format = PRINT_FORMATS.a6;
      const codes = Array.from({ length: 9 }, (_, n) => code(n, "#000000"));
      const pdf = await drawPrint(codes, { format, spot: null });
      expect(run("pdfinfo", ["page.pdf"], { "page.pdf": pdf }).stdout.toString()).toMatch(/Pages:\s+9/);
      const inks = run("gs", ["-q", "-o", "-", "-sDEVICE=inkcov", "page.pdf"], {
        "page.pdf": pdf,
      }).stdout.toString();
      for (const line of inks.trim().split("\n"))
        expect(line).toMatch(/^\s*0\.00000\s+0\.00000\s+0\.00000\s+0\.[0-9]*[1-9]/);
      expect(Buffer.from(pdf).toString("latin1")).not.toContain("/Font");
      const spot = Buffer.from(await drawPrint([code(1)], { format, spot: "PANTONE 347 C" })).toString(
        "latin1",
      );
      expect(spot).toContain("/Separation /PANTONE#20347#20C");
    });

    test("inks of the code and of the brand are printed as they are, in the spot ink's stead, too", async () => {
      const inks = { ...code(1, "cmyk(100,60,0,30)"), brand: { logo: null, accent: "cmyk(0,100,80,10)" } };
      const format = PRINT_FORMATS.a6;
      const content = (pdf: Uint8Array) =>
        run("mutool", ["show", "page.pdf", "pages/1/Contents"], { "page.pdf": pdf }).stdout.toString();
      const printed = content(await drawPrint([inks], { format, spot: null }));
      for (const ink of ["1 0.6 0 0.3 k", "0 1 0.8 0.1 k"]) expect(printed).toContain(`\n${ink}\n`);
      expect(printed).not.toMatch(/ rg\n/);
      const { svg } = drawPreview([inks], format, "Preview");
      expect(svg).toContain(`fill="${screenColor("cmyk(0,100,80,10)")}"`);
      expect(svg).not.toContain("cmyk");
      const spot = Buffer.from(await drawPrint([inks], { format, spot: "PANTONE 301 C" })).toString("latin1");
      expect(spot).toContain(
        "/DeviceCMYK << /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [1 0.6 0 0.3] /N 1 >>",
      );
    });

    test("a transparent code leaves the paper as it is, and its preview shows the surface", async () => {
      const kraft = "#d9c3a0";
      const transparent = { ...branded(1), style: { ...code(1).style, background: "none", surface: kraft } };
      const pdf = await drawPrint([transparent], { format: PRINT_FORMATS.a6, spot: null });
      expect(Buffer.from(pdf).toString("latin1")).toContain("/SMask");
      const { data, width } = RASTERIZE.pdftoppm(pdf, 50);
      const middle =
        4 * (width * Math.round(((12 + 148 / 2) / 25.4) * 50) + Math.round(((12 + 3) / 25.4) * 50));
      expect([...data.subarray(middle, middle + 3)]).toEqual([255, 255, 255]);
      expect((await decodeWithZxing(RASTERIZE.pdftoppm(pdf, 150)))?.text).toBe(urlOf(1));
      expect(drawPreview([transparent], PRINT_FORMATS.a6, "Preview").svg).toContain(`fill="${kraft}"`);
    });

    test("texts with characters that can't be printed are rejected by their field", async () => {
      const russian = { ...code(1), texts: { ...code(1).texts, name: "Блины" } };
      await expect(drawPrint([russian], { format: PRINT_FORMATS.a6, spot: null })).rejects.toMatchObject({
        code: "validation_failed",
        details: [{ field: "name", message: expect.stringContaining("Блины") }],
      });
    });

    test("an address with letters that have no glyph is printed percent-encoded", () => {
      const previewOf = (link: string) =>
        drawPreview([{ ...code(1), texts: { ...code(1).texts, link } }], PRINT_FORMATS.a6, "Preview").svg;
      expect(previewOf("go.example/春")).toBe(previewOf("go.example/%E6%98%A5"));
      expect(previewOf("go.example/Früh")).not.toBe(previewOf("go.example/Fr%C3%BCh"));
    });

    test.each(Object.entries(PRINT_FORMATS))(
      "%s with a brand is read from the PDF and the preview",
      async (_, format) => {
        const pdf = await drawPrint([branded(1)], { format, spot: null });
        const { svg, symbolWidth } = drawPreview([branded(1)], format, "Preview");
        expect(symbolWidth).toBeGreaterThanOrEqual(20);
        expect([svg.includes(ACCENT), svg.includes("data:image/png")]).toEqual([true, true]);
        if (format.panels.length > 1) return;
        expect((await decodeWithZxing(RASTERIZE.pdftoppm(pdf, 150)))?.text).toBe(urlOf(1));
        const standalone = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');
        expect((await decodeWithZxing(rasterize(standalone, 800)))?.text).toBe(urlOf(1));
      },
    );

    test("long texts shrink before the code does", () => {
      const long = {
        ...branded(1),
        texts: { ...code(1).texts, headline: "Everything for pancakes, tonight and tomorrow" },
      };
      for (const format of [
        PRINT_FORMATS.corner,
        PRINT_FORMATS.neck,
        PRINT_FORMATS["labels-24"],
        customFormat(40, 60),
      ])
        expect(drawPreview([long], format, "Preview").symbolWidth, format.label).toBeGreaterThanOrEqual(20);
      expect(drawPreview([long], customFormat(30, 30), "Preview").symbolWidth).toBeLessThan(20);
    });
  },
);

test("each text can be left out, and a page of labels repeats a single code", () => {
  const outlines = (texts: Partial<PrintedCode["texts"]>) =>
    drawPreview(
      [{ ...code(1), texts: { headline: "", name: "", link: "", ...texts } }],
      PRINT_FORMATS.a6,
      "A6",
    ).svg.split("<path").length;
  expect([
    outlines({}),
    outlines({ name: "Pancakes" }),
    outlines({ headline: "Scan", link: "a.example/b" }),
  ]).toEqual([2, 3, 4]);
  const labels = (count: number) =>
    drawPreview(
      Array.from({ length: count }, (_, n) => code(n)),
      PRINT_FORMATS["labels-24"],
      "Labels",
    );
  expect(labels(1).svg.match(/<use /g)).toHaveLength(24);
  expect(labels(1).svg.match(/<g id=/g)).toHaveLength(1);
  expect([labels(25).pages, labels(25).svg.match(/<g id=/g)?.length]).toEqual([2, 24]);
});
