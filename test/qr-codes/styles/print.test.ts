import { describe, expect, test } from "vitest";
import { drawPrint, type PrintedCode } from "../../../src/qr-codes/draw-print.ts";
import { customFormat, PRINT_FORMATS } from "../../../src/qr-codes/print-formats.ts";
import { RASTERIZE, run, tools } from "../print-tools.ts";
import { decodeWithZxing } from "../qr-decoding.ts";

const urlOf = (n: number) => `https://sho.example/ab12cd3${n}?qr=default`;

const code = (n: number, color = "#0a4d3c"): PrintedCode => ({
  encodedUrl: urlOf(n),
  logo: null,
  style: {
    color,
    background: "#ffffff",
    modules: "rounded",
    finders: "rounded",
    logo: "none",
    frame: "none",
  },
  texts: { headline: "Dinner tonight?", name: "Pancakes", link: "sho.example/ab12cd3" },
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

describe.skipIf(!tools.has("pdfinfo") || !tools.has("pdftoppm") || !tools.has("gs"))("print formats", () => {
  test.each(Object.entries(PRINT_FORMATS))("%s has its size, and its code is read", async (_, format) => {
    const pdf = await drawPrint([code(1)], { format, spot: null });
    const { MediaBox = [], TrimBox = [], BleedBox = [] } = boxesOf(pdf);
    const side = (box: number[], at: number) => (box[at + 2] ?? 0) - (box[at] ?? 0);
    expect([side(TrimBox, 0), side(TrimBox, 1)].map(Math.round)).toEqual(
      [format.width, format.height].map(Math.round),
    );
    if (format.isCut) {
      expect(side(BleedBox, 0) - side(TrimBox, 0)).toBeCloseTo(6, 1);
      expect(side(MediaBox, 0)).toBeGreaterThan(side(BleedBox, 0));
    }
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

  test("custom sizes work, and texts with unsupported letters are rejected", async () => {
    const pdf = await drawPrint([code(1)], { format: customFormat(60, 40), spot: null });
    expect((boxesOf(pdf).TrimBox ?? []).length).toBe(4);
    const russian = { ...code(1), texts: { ...code(1).texts, name: "Блины" } };
    await expect(drawPrint([russian], { format: PRINT_FORMATS.a6, spot: null })).rejects.toThrow(
      expect.objectContaining({ code: "validation_failed" }),
    );
  });
});
