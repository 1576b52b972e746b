// @module-tag all
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { printSizeFor } from "../../src/features/qr-codes/print-layout.ts";
import { screenColor } from "../../src/ground/core/colors.ts";
import { LINKS, useLinksDashboard } from "../dashboard/links.ts";
import { RASTERIZE, tools } from "../qr-codes/print-tools.ts";
import { decodeWithZxing, type Pixels, pixelsOfPng, rasterize } from "../qr-codes/qr-decoding.ts";
import { post } from "../requests.ts";
import { browserPath, launch, useBrowser } from "./browser.ts";
import { sitDown } from "./dashboard.ts";
import { download } from "./downloads.ts";
import { lookAtEveryScreen } from "./every-screen.ts";

const RED = "c8102e";
const PRINT = "/dashboard/o/acme/codes/sheet";

const on = await useLinksDashboard();
let browser: Browser;
useBrowser();
let linkId: string;
let shortLink: string;
/** The path of the first code's screen. */
let code: string;

const printOf = (count: number, more: string): string =>
  `${PRINT}?${Array.from({ length: count }, (_, n) => `code=qr_${linkId}_window-${n}`).join("&")}${more}`;
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
      print: printOf(1, ""),
      // Each code with its texts is some 9 kB. The fields are those of the print before.
      labels: {
        path: printOf(13, "&format=labels-24&headline=Scan&show=link"),
        bytes: 200_000,
        axeJudges: null,
      },
      tent: printOf(2, "&format=tent&show=name&show=link"),
      own: { path: printOf(1, "&format=own&width=10&height=tall"), status: 400 },
      pack: `${code}?view=pack`,
      none: { path: PRINT, status: 400 },
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
    // Inks, on no background: shown on the surface, which is asked for.
    expect(await page.getByLabel("Printed or placed on", { exact: true }).isVisible()).toBe(false);
    await page.getByLabel("Transparent").check();
    await page.getByLabel("Printed or placed on", { exact: true }).fill("f5e9d0");
    await page.getByLabel("Color", { exact: true }).fill("C0 M100 Y80 K20");
    await expect
      .poll(() => page.getByLabel("Pick: Color").inputValue())
      .toBe(screenColor("cmyk(0,100,80,20)"));
    expect(await page.locator(".preview").getAttribute("src")).toContain("background=%23f5e9d0");
    await page.getByLabel("Transparent").uncheck();
    await page.getByLabel("Color", { exact: true }).fill(`#${RED}`);
    await page.waitForURL(/color=%23c8102e/);
    // The swatch follows an ink also when Tab has moved on to it.
    await page.getByLabel("Background", { exact: true }).fill("C0 M5 Y25 K0");
    await page.keyboard.press("Tab");
    await expect
      .poll(() => page.getByLabel("Pick: Background").inputValue())
      .toBe(screenColor("cmyk(0,5,25,0)"));
    await page.getByLabel("Background", { exact: true }).fill("#777777");
    await page.locator("#color-error, #background-error").first().waitFor();
    // The last valid picture stays, and nothing can be downloaded.
    expect(await page.locator(".preview").getAttribute("src")).toContain(RED);
    expect(await page.locator("[download]").count()).toBe(0);
    expect(await page.getByLabel("Background", { exact: true }).inputValue()).toBe("#777777");
    expect(problems.filter((text) => !text.includes("status of 400"))).toEqual([]);
    await context.close();
  });

  test("does without script: options by a button, a download, and a print of chosen codes", async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, "viewer@acme.example", {
      javaScriptEnabled: false,
    });
    await page.goto(code);
    expect(await page.getByLabel("Pick: Color").isVisible()).toBe(false);
    await page.getByLabel("How far away do people stand? (m)").fill("2");
    await page.getByRole("button", { name: "Show" }).click();
    const viewing = { encodedUrl: urlOf(0), level: "M", quietZone: 4, distance: 2000 } as const;
    const size = printSizeFor(viewing) ?? 0;
    await page.getByText(`Printed ${size} mm wide, read from up to about 2 m.`).waitFor();
    const pixels = Math.ceil((size / 25.4) * 300);
    await expectRead(pixelsOfPng(await saved(page, "PNG"), pixels), urlOf(0));
    await page.goto(`${LINKS}/${linkId}/codes`);
    await page.getByLabel("Shop window 3").uncheck();
    await page.getByRole("button", { name: "Print" }).click();
    await page.getByText("Page 1 of 13, 13 codes.").waitFor();
    await page.getByLabel("24 labels on A4").check();
    await page.getByLabel("Call to action").fill("");
    await page.getByRole("button", { name: "Update the preview" }).click();
    await expect.poll(() => page.locator("#preview use").count()).toBe(13);
    // The codes of several links are printed from their list.
    await page.goto(LINKS);
    await page.getByLabel(/^Select Everything/).check();
    await page.getByText("Codes…").click();
    await page.getByRole("button", { name: "Print codes" }).click();
    await page.getByRole("heading", { name: "Print Everything for a Sunday dinner" }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe.skipIf(browserPath === undefined)("printing", () => {
  test("an A6 talker takes two clicks from its link, with a preview while a person types", async () => {
    const link = await on.create({ name: "Talker", publicName: "Pancakes" });
    const { page, context, problems } = await sitDown(browser, on.dashboard, "viewer@acme.example");
    await page.goto(`${LINKS}/${link.id}`);
    await page.getByRole("link", { name: "Print", exact: true }).click();
    const preview = () => page.locator("[data-last-good] svg").innerHTML();
    const first = await preview();
    await page.getByLabel("Call to action").fill("Dinner tonight?");
    await page.waitForURL(/headline=Dinner/);
    expect(await preview()).not.toBe(first);
    const changed = await preview();
    // A problem keeps the last valid preview.
    await page.getByLabel("Call to action").fill("Блины");
    await page.locator("#headline-error").waitFor();
    expect(await preview()).toBe(changed);
    expect(await page.getByText("Download PDF").count()).toBe(0);
    await page.getByLabel("Call to action").fill("Dinner tonight?");
    const { name, content } = await download(page, "Download PDF");
    expect(name).toBe("Talker, A6 shelf talker.pdf");
    if (tools.has("pdftoppm"))
      await expectRead(RASTERIZE.pdftoppm(content, 150), `${link.shortLink}?qr=default`);
    expect(problems.filter((text) => !text.includes("status of 400"))).toEqual([]);
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
    "PDF download": (file) => RASTERIZE.pdftoppm(file, 300),
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
        const format = name.replace(" download", "").toLowerCase();
        const size = { pdf: ", 50 mm", eps: ", 50 mm", png: ", 1024 px" }[format] ?? "";
        expect(file.name).toBe(`Oat crunch box${size}.${format}`);
        const image = draw(file.content);
        expect((await decodeWithZxing(image))?.text, name).toBe(url);
        expect(greenIn(image), name).toBeGreaterThan(5_000);
      }
      const shown = async (address: string, selector: string) => {
        await page.goto(address);
        const source = await page.locator(selector).first().getAttribute("src");
        return new URLSearchParams(source?.split("?")[1]).get("color");
      };
      const image = `img[src*="${link.id}"]`;
      for (const address of [path, LINKS, `${path}/show`]) expect(await shown(address, image)).toBe(GREEN);
      await page.goto(`${PRINT}?link=${link.id}`);
      expect(await page.locator("#print-code-0 g path").first().getAttribute("fill")).toBe(GREEN);
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
