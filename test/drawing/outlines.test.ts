import { describe, expect, test } from "vitest";
import { lettering, missingLetters } from "../../src/ground/drawing/lettering.ts";
import { type Path, pathData, placed, readPath, roundedRect } from "../../src/ground/drawing/path.ts";
import { cover } from "../../src/ground/drawing/raster.ts";
import { rasterize } from "../qr-codes/qr-decoding.ts";

/** How much of each pixel a path covers. */
function covered(path: Path, rule: "nonzero" | "evenodd", width: number, height: number): Float64Array {
  const shares = new Float64Array(width * height);
  cover(path, rule, { width, height, scale: 1, left: 0, top: 0 }, (y, start, length, share) =>
    shares.fill(share, y * width + start, y * width + start + length),
  );
  return shares;
}
const sumOf = (shares: Float64Array) => shares.reduce((sum, share) => sum + share, 0);

describe("what a path covers of pixels", () => {
  test("is its exact area, also between pixels and beyond the picture", () => {
    const rect = (x: number, y: number, width: number, height: number) =>
      roundedRect({ x, y, width, height });
    expect([...covered(rect(0.25, 0.5, 1.5, 1), "nonzero", 2, 2)]).toEqual([0.375, 0.375, 0.375, 0.375]);
    expect(sumOf(covered(rect(-5, -5, 7.5, 100), "nonzero", 10, 10))).toBeCloseTo(25);
    expect(sumOf(covered(rect(7.5, 3, 100, 2), "evenodd", 10, 10))).toBeCloseTo(5);
    const circle = roundedRect({ x: 10.3, y: 9.8, width: 60, height: 60 }, 30);
    expect(sumOf(covered(circle, "nonzero", 80, 80)) / (Math.PI * 900)).toBeCloseTo(1, 2);
  });

  test("is decided by the fill rule for nested outlines", () => {
    const [outer, inner] = [20, 10].map((side) =>
      roundedRect({ x: 15 - side / 2, y: 15 - side / 2, width: side, height: side }),
    );
    const both = [...(outer ?? []), ...(inner ?? [])];
    expect(sumOf(covered(both, "nonzero", 30, 30))).toBeCloseTo(400);
    expect(sumOf(covered(both, "evenodd", 30, 30))).toBeCloseTo(300);
  });
});

test("path data reproduces the path to a thousandth", () => {
  const path = placed(lettering("Œuvre & Ą").path, 1.23456, -7.8, 3.3);
  const data = pathData(path);
  expect(data).toMatch(/^[mlhvcz\d .-]+$/);
  expect(pathData(readPath(data))).toBe(data);
  for (const [index, step] of readPath(data).entries()) {
    for (let at = 1; at < step.length; at++)
      expect(Number(step[at])).toBeCloseTo(Number(path[index]?.[at]), 2);
  }
});

describe("letters", () => {
  test.each([
    ["German", "„Äpfel, Öl & süße Übung“ – Größe: 3,50 €"],
    ["French", "À l’île, « ça va ? » où Œuvre naïve"],
    ["Polish", "Zażółć gęślą jaźń"],
    ["Czech", "Příliš žluťoučký kůň úpěl ďábelské ódy"],
    ["Hungarian", "Árvíztűrő tükörfúrógép"],
    ["Romanian", "Țară și înălțime, ștafetă"],
    ["Turkish", "Işığın gücü, çağ, İstanbul"],
    ["Icelandic", "Þú ert góð, ævi Ðað"],
    ["Spanish", "¿Qué? ¡Escanéame! Niño"],
    ["prices", "2 for $5 | 50 % off! #1 (½ price) @home + more = fun™"],
  ])("cover all of %s", (_, text) => {
    expect(missingLetters(text.replace("|", ""))).toEqual([]);
  });

  test("that are missing are named once each", () => {
    expect(missingLetters("Блины и Ωmega")).toEqual(["Б", "л", "и", "н", "ы", "Ω"]);
  });

  test("do not touch, are kerned in pairs like To, and have accents above their letter", () => {
    const widthOf = (text: string) => lettering(text).width;
    expect(widthOf("To")).toBeLessThan(widthOf("T") + widthOf("o"));
    expect(widthOf("Tö")).toBe(widthOf("To"));
    expect(widthOf("HH")).toBeCloseTo(2 * widthOf("H"));
    const { path, width } = lettering("é");
    const image = rasterize(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -1.4 ${width} 1.6"><path d="${pathData(path)}"/></svg>`,
      60,
    );
    const isDark = (y: number) =>
      Array.from(
        { length: image.width },
        (_, x) => (image.data[4 * (y * image.width + x) + 3] ?? 0) > 128,
      ).some(Boolean);
    const rows = Array.from({ length: image.height }, (_, y) => isDark(y));
    // The accent, a gap, the letter.
    expect(rows.filter((dark, y) => dark && !rows[y - 1])).toHaveLength(2);
  });
});
