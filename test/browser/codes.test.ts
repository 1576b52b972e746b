import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { symbolSide } from "../../src/qr-codes/encodable.ts";
import { printSizeFor } from "../../src/qr-codes/print-size.ts";
import { LINKS, useLinksDashboard } from "../dashboard/links.ts";
import { pixelsOfPpm, RASTERIZE, run, tools } from "../qr-codes/print-tools.ts";
import {
  decodeWithJsQr,
  decodeWithZxing,
  type Pixels,
  pixelsOfPng,
  rasterize,
} from "../qr-codes/qr-decoding.ts";
import { post } from "../requests.ts";
import { browserPath, launch, useBrowser } from "./browser.ts";
import { sitDown } from "./dashboard.ts";
import { download } from "./downloads.ts";
import { lookAtEveryScreen } from "./every-screen.ts";

/** The color of the codes in print, which no text on the page has. */
const RED = "c8102e";
const SHEET = "/dashboard/o/acme/codes/sheet";

const on = await useLinksDashboard();
let browser: Browser;
useBrowser();
let linkId: string;
let shortLink: string;
/** The path of the first code's screen. */
let code: string;

const sheetOf = (count: number, more: string): string =>
  `${SHEET}?${Array.from({ length: count }, (_, n) => `code=qr_${linkId}_window-${n}`).join("&")}${more}`;
const urlOf = (n: number): string => `${shortLink}?qr=window-${n}`;

beforeAll(async () => {
  if (browserPath === undefined) return;
  browser = await launch();
  const link = await on.create({ name: "Everything for a Sunday dinner with the whole family" });
  ({ id: linkId, shortLink } = link);
  for (let n = 0; n < 13; n++) {
    const name = n === 1 ? `Shop window ${"with a very long name ".repeat(4)}` : `Shop window ${n}`;
    const body = { identifier: `window-${n}`, name, metadata: { place: `Street ${n}` } };
    await post(on.dashboard.service, `/v1/links/${linkId}/qr-codes`, body, on.key);
  }
  code = `${LINKS}/${linkId}/codes/window-0`;
});

async function expectRead(image: Pixels, url: string): Promise<void> {
  expect(decodeWithJsQr(image)).toBe(url);
  expect((await decodeWithZxing(image))?.text).toBe(url);
}

/** The code on the page as a file of this format. */
async function saved(page: Page, format: string): Promise<Buffer> {
  const { name, content } = await download(page, `${format} download`);
  expect(name).toMatch(new RegExp(`\\.${format.toLowerCase()}$`));
  return content;
}

describe.skipIf(browserPath === undefined)("the screens of codes in a browser", () => {
  test("all fit the window, are accessible and log no errors", { timeout: 180_000 }, async () => {
    const window = await sitDown(browser, on.dashboard, "editor@acme.example");
    const screens = {
      code,
      long: `${LINKS}/${linkId}/codes/window-1?quietZone=2&distance=2&color=${RED}`,
      refused: { path: `${code}?color=%23999999&background=%23bbbbbb&distance=far`, status: 400 },
      choose: `${LINKS}/${linkId}/codes`,
      // Each code is a picture of some 4 kB.
      sheet: { path: sheetOf(13, ""), bytes: 100_000 },
      marked: sheetOf(4, `&color=${RED}&marks=on&size=40&columns=2`),
      wide: { path: sheetOf(2, "&size=400"), status: 400 },
      none: { path: SHEET, status: 400 },
    };
    expect(await lookAtEveryScreen(window, "codes", screens)).toEqual([]);
    await window.context.close();
  });

  test("is downloaded as it was chosen, and what is refused cannot be", async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, "viewer@acme.example");
    await page.goto(code);
    await expectRead(pixelsOfPng(await saved(page, "PNG"), 1024), urlOf(0));
    // The answer shows while the form is filled in.
    await page.getByLabel("Color", { exact: true }).fill(`#${RED}`);
    await page.getByText("read from up to").waitFor();
    await page.waitForURL(/color=%23c8102e/);
    expect(await page.locator(".preview").getAttribute("src")).toContain(RED);
    expect(await page.getByLabel("Pick: Color").inputValue()).toBe(`#${RED}`);
    await page.getByLabel("Or width in mm").fill("70");
    await page.waitForURL(/size=70/);
    const pdf = await saved(page, "PDF");
    if (tools.has("pdftoppm")) {
      const image = RASTERIZE.pdftoppm(pdf, 300);
      await expectRead(image, urlOf(0));
      expect((image.width / 300) * 25.4).toBeCloseTo(70, 0);
    }
    await page.getByLabel("Background", { exact: true }).fill("#777777");
    await page.locator("#color-error, #background-error").first().waitFor();
    expect(await page.locator("[download]").count()).toBe(0);
    expect(await page.getByLabel("Background", { exact: true }).inputValue()).toBe("#777777");
    expect(problems.filter((text) => !text.includes("status of 400"))).toEqual([]);
    await context.close();
  });

  test("does without script: options by a button, a download, and a sheet of chosen codes", async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, "viewer@acme.example", {
      javaScriptEnabled: false,
    });
    await page.goto(code);
    expect(await page.getByLabel("Pick: Color").isVisible()).toBe(false);
    await page.getByLabel("Read from (meters)").fill("2");
    await page.getByRole("button", { name: "Show" }).click();
    const viewing = { encodedUrl: urlOf(0), level: "M", quietZone: 4, distance: 2000 } as const;
    const size = printSizeFor(viewing) ?? 0;
    await page.getByText(`Printed ${size} mm wide, read from up to about 2 m.`).waitFor();
    const pixels = Math.ceil((size / 25.4) * 300);
    await expectRead(pixelsOfPng(await saved(page, "PNG"), pixels), urlOf(0));
    await page.goto(`${LINKS}/${linkId}/codes`);
    await page.getByLabel("Shop window 3").uncheck();
    await page.getByRole("button", { name: "Open the print sheet" }).click();
    await expect.poll(() => page.locator("figure").count()).toBe(13);
    // The codes of several links are printed from their list.
    await page.goto(LINKS);
    await page.getByLabel(/^Select Everything/).check();
    await page.getByText("Codes…").click();
    await page.getByRole("button", { name: "Print codes" }).click();
    await expect.poll(() => page.locator("figcaption strong").allTextContents()).toEqual(["Default QR code"]);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe.skipIf(browserPath === undefined)("a saved style", () => {
  const GREEN = "#0a4d3c";
  /** How many pixels of a picture have the color of the style, nearly. */
  const greenIn = ({ data }: Pixels): number => {
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
      if (Math.abs(red - 0x0a) + Math.abs(green - 0x4d) + Math.abs(blue - 0x3c) < 12) count++;
    }
    return count;
  };
  const FILES: Record<string, (file: Buffer) => Pixels> = {
    "Download PDF": (file) => RASTERIZE.pdftoppm(file, 300),
    "SVG download": (file) => rasterize(file.toString(), 600),
    "PNG download": (file) => pixelsOfPng(file, 1024),
    "EPS download": (file) => RASTERIZE.gs(file, 300),
  };

  test.skipIf(!tools.has("pdftoppm") || !tools.has("gs"))(
    "is used at once wherever its code is shown, saved and printed, and its files are named for people",
    { timeout: 180_000 },
    async () => {
      const link = await on.create({ name: "Oat crunch box" });
      const path = `${LINKS}/${link.id}`;
      const { page, context, problems } = await sitDown(browser, on.dashboard, "editor@acme.example");
      // The picture from before is in the browser's memory.
      await page.goto(path);
      await page.goto(`${path}/codes/default`);
      await page.getByLabel("Dots").check();
      await page.getByLabel("Color", { exact: true }).fill(GREEN);
      await page.waitForURL(/color=%230a4d3c/);
      await page.getByText("Save for this code").click();
      await page.getByText("The style was saved.").waitFor();
      expect(await page.getByLabel("Color", { exact: true }).inputValue()).toBe(GREEN);
      await page.goto(path);
      const url = `${link.shortLink}?qr=default`;
      for (const [name, draw] of Object.entries(FILES)) {
        const file = await download(page, name);
        const format = name.replace("Download ", "").replace(" download", "").toLowerCase();
        const size = { pdf: ", 50 mm", eps: ", 50 mm", png: ", 1024 px" }[format] ?? "";
        expect(file.name).toBe(`Oat crunch box${size}.${format}`);
        const image = draw(file.content);
        await expectRead(image, url);
        expect(greenIn(image), name).toBeGreaterThan(5_000);
      }
      const shown = async (address: string, selector: string) => {
        await page.goto(address);
        const source = await page.locator(selector).first().getAttribute("src");
        return new URLSearchParams(source?.split("?")[1]).get("color");
      };
      const image = `img[src*="${link.id}"]`;
      for (const address of [path, LINKS, `${path}/show`]) expect(await shown(address, image)).toBe(GREEN);
      await page.goto(`${SHEET}?link=${link.id}`);
      expect(await page.locator("figure svg svg path").first().getAttribute("fill")).toBe(GREEN);
      const saved = await page.request.get(
        `${new URL(page.url()).origin}/dashboard/o/acme/codes/codes.zip?link=${link.id}&format=svg`,
      );
      expect(saved.headers()["content-disposition"]).toBe('attachment; filename="Oat crunch box.zip"');
      const archive = (await saved.body()).toString("latin1");
      expect([archive.includes("0001 Oat crunch box.svg"), archive.includes(GREEN)]).toEqual([true, true]);
      expect(problems).toEqual([]);
      await context.close();
    },
  );
});

describe.skipIf(browserPath === undefined)("a print sheet in print", () => {
  /** The pages of a sheet as a browser prints them, in pixels. */
  async function print(path: string, format: "A4" | "Letter", dpi: number): Promise<Pixels[]> {
    const { page, context, problems } = await sitDown(browser, on.dashboard, "viewer@acme.example", {
      colorScheme: "dark",
    });
    await page.goto(path);
    // The margins of the stylesheet hold, as they do where a person prints.
    const pdf = await page.pdf({ format });
    expect(problems).toEqual([]);
    await context.close();
    const info = run("pdfinfo", ["page.pdf"], { "page.pdf": pdf }).stdout.toString();
    const pages = Number(/Pages:\s+(\d+)/.exec(info)?.[1]);
    return Array.from({ length: pages }, (_, index) => {
      const args = ["-r", `${dpi}`, "-f", `${index + 1}`, "-l", `${index + 1}`, "page"];
      return pixelsOfPpm(run("pdftoppm", args, { page: pdf }).stdout);
    });
  }

  test.skipIf(!tools.has("pdftoppm") || !tools.has("pdfinfo"))(
    "each code is read by two decoders and has its size to half a millimetre, none is broken, on A4 and Letter",
    { timeout: 180_000 },
    async () => {
      for (const [format, marks] of [
        ["A4", ""],
        ["Letter", "&marks=on"],
      ] as const) {
        const pages = await print(sheetOf(13, `&color=${RED}&size=50${marks}`), format, DPI);
        expect(pages.length).toBeGreaterThan(1);
        const codes = pages.flatMap((page) => redSquares(page).map((square) => ({ page, square })));
        expect(codes).toHaveLength(13);
        for (const [n, { page, square }] of codes.entries()) {
          await expectRead(cut(page, square, millimetres(4)), urlOf(n));
          // The code itself is 50 mm less 4 modules of quiet zone on each side.
          const side = symbolSide(urlOf(n), "M") ?? 0;
          for (const length of [square.width, square.height]) {
            expect(Math.abs((length / DPI) * 25.4 - (50 * side) / (side + 8))).toBeLessThan(0.5);
          }
        }
      }
    },
  );

  test("has the codes and their names, and nothing else of the page", async () => {
    const { page, context } = await sitDown(browser, on.dashboard, "viewer@acme.example");
    await page.goto(sheetOf(2, "&marks=on"));
    await page.emulateMedia({ media: "print" });
    const { host, pathname } = new URL(shortLink);
    const text = await page.evaluate<string>("document.body.innerText");
    const lines = text.split("\n").map((line) => line.trim());
    expect(lines.filter((line) => line !== "")).toEqual([
      ...["Shop window 0", "Everything for a Sunday dinner with the whole family", host + pathname],
      expect.stringMatching(/^Shop window with a very long name/),
      ...["Everything for a Sunday dinner with the whole family", host + pathname],
    ]);
    await context.close();
  });
});

const DPI = 200;
const millimetres = (length: number): number => Math.round((length / 25.4) * DPI);

interface Square {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where a picture has red codes, row by row: they are further apart than the modules of one are. */
function redSquares(image: Pixels): Square[] {
  const isRed = (x: number, y: number): boolean => {
    const pixel = 4 * (y * image.width + x);
    const [red = 0, green = 0] = image.data.subarray(pixel, pixel + 2);
    return red - green > 100;
  };
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
  const columns = range(0, image.width);
  return bands(range(0, image.height).filter((y) => columns.some((x) => isRed(x, y)))).flatMap(
    ([top, bottom]) =>
      bands(columns.filter((x) => range(top, bottom + 1).some((y) => isRed(x, y)))).map(([left, right]) => ({
        left,
        top,
        width: right - left + 1,
        height: bottom - top + 1,
      })),
  );
}

/** The first and the last of each group of numbers that are closer to each other than two codes. */
function bands(numbers: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last && number - last[1] < millimetres(5)) last[1] = number;
    else found.push([number, number]);
  }
  return found;
}

/** The part of a picture around a square. */
function cut(image: Pixels, { left, top, width, height }: Square, margin: number): Pixels {
  const [wide, high] = [width + 2 * margin, height + 2 * margin];
  const data = new Uint8ClampedArray(wide * high * 4);
  for (let y = 0; y < high; y++) {
    const start = 4 * ((top - margin + y) * image.width + left - margin);
    data.set(image.data.subarray(start, start + 4 * wide), 4 * y * wide);
  }
  return { data, width: wide, height: high };
}
