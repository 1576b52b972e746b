// @module-tag all
import { Resvg } from "@resvg/resvg-js";
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { readPng } from "../../src/features/brands/read-png.ts";
import { LINKS, useLinksDashboard } from "../dashboard/links.ts";
import { disc } from "../logos.ts";
import { decodeWithZxing, rasterize } from "../qr-codes/qr-decoding.ts";
import { browserPath, launch, useBrowser } from "./browser.ts";
import { sitDown } from "./dashboard.ts";

const OWNER = "owner@acme.example";
const BRAND = "/dashboard/o/acme/projects/main/brand";
const FIELD = "#logo-file";
/** The files in the field, as an expression. */
const FILES = `document.querySelector("${FIELD}").files`;

const on = await useLinksDashboard();
let browser: Browser;
useBrowser();
beforeAll(async () => {
  if (browserPath !== undefined) browser = await launch();
}, 60_000);

const svg = (shapes: string, size = 'width="80" height="40"', begin = "") => ({
  name: "logo.svg",
  mimeType: "image/svg+xml",
  buffer: Buffer.from(
    `<?xml version="1.0"?>${begin}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size} viewBox="0 0 80 40">${shapes}</svg>`,
  ),
});
const RECT = '<rect x="20" y="10" width="40" height="20" fill="#c8102e"/>';

/** What design tools always write. */
const DESIGNED = {
  "a clip around the frame": svg(
    `<g clip-path="url(#c)">${RECT}</g><defs><clipPath id="c"><rect width="80" height="40"/></clipPath></defs>`,
  ),
  "<use> of a symbol": svg(`<defs><g id="s">${RECT}</g></defs><use xlink:href="#s"/>`),
  "a nested <svg>": svg(`<svg viewBox="0 0 80 40">${RECT}</svg>`),
  "an entity": svg(RECT.replace("#c8102e", "&red;"), undefined, '<!DOCTYPE svg [<!ENTITY red "#c8102e">]>'),
  "an alpha mask": svg(
    `<mask id="m" style="mask-type:alpha"><rect width="80" height="40" fill="#000"/></mask><g mask="url(#m)">${RECT}</g>`,
  ),
  "no size of its own": svg(RECT, ""),
};

/** The bytes of the logo that the project has, and their size. */
async function storedLogo() {
  const { env } = on.dashboard.service;
  const file = await env.DB.prepare(
    "SELECT settings ->> '$.brand.logo' AS logo FROM projects WHERE id = 'main'",
  ).first<string>("logo");
  const bytes = await (await env.QR_IMAGES.get(`brands/${file}`))?.arrayBuffer();
  const png = Buffer.from(bytes ?? new ArrayBuffer(0));
  return { png, width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

describe.skipIf(browserPath === undefined)("a logo is drawn in the browser", () => {
  test("whatever a design tool wrote, as a PNG without empty margins, and codes with it are read", async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, OWNER);
    for (const [name, file] of Object.entries(DESIGNED)) {
      await page.goto(BRAND);
      await page.locator("[name='brand.name']").fill("Maple");
      await page.locator(FIELD).setInputFiles(file);
      await expect.poll(() => page.evaluate(`${FILES}[0]?.type`)).toBe("image/png");
      await page.getByRole("button", { name: "Save the brand" }).click();
      await page.getByText("The brand was saved.").waitFor();
      const { png, width, height } = await storedLogo();
      expect([name, width, Math.abs(height - 512) < 5]).toEqual([name, 1024, true]);
      const { rgba, ...logo } = await readPng(png);
      const middle = 4 * (logo.width * Math.floor(logo.height / 2) + logo.width / 2);
      expect([name, ...rgba.subarray(middle, middle + 4)]).toEqual([name, 0xc8, 0x10, 0x2e, 255]);
    }
    const { id } = await on.create({ name: "Box" });
    const image = await on.dashboard.service.fetch(`/qr/qr_${id}_default.svg?logo=project&modules=dots`);
    const read = await decodeWithZxing(rasterize(await image.text(), 800));
    expect([image.status, read?.errorCorrectionLevel]).toEqual([200, "H"]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a large photograph becomes small enough, and a WebP is drawn, too", async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, OWNER);
    // Noise, which hardly compresses.
    const noise = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><filter id="n"><feTurbulence baseFrequency=".9"/></filter><rect width="1600" height="900"/><rect width="1600" height="900" filter="url(#n)"/></svg>`;
    await page.goto(BRAND);
    const webp = await page.evaluate<string>(`(() => {
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = 300;
      canvas.getContext("2d").fillRect(50, 100, 200, 100);
      return canvas.toDataURL("image/webp").split(",")[1];
    })()`);
    const photo = Buffer.from(new Resvg(noise).render().asPng());
    expect(photo.length).toBeGreaterThan(500_000);
    for (const [file, ratio] of [
      [{ name: "photo.png", mimeType: "image/png", buffer: photo }, 16 / 9],
      [{ name: "logo.webp", mimeType: "image/webp", buffer: Buffer.from(webp, "base64") }, 2],
    ] as const) {
      await page.goto(BRAND);
      await page.locator("[name='brand.name']").fill("Maple");
      await page.locator(FIELD).setInputFiles(file);
      await expect.poll(() => page.evaluate(`${FILES}[0]?.name`)).toBe("logo.png");
      await page.getByRole("button", { name: "Save the brand" }).click();
      await page.getByText("The brand was saved.").waitFor();
      const { png, width, height } = await storedLogo();
      expect(png.length).toBeLessThanOrEqual(128 * 1024);
      expect(Math.abs(width / height - ratio)).toBeLessThan(0.05);
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a logo that nobody would see is told before it is sent, also in the studio", async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, OWNER);
    await on.dashboard.service.env.DB.prepare("UPDATE projects SET settings = '{}'").run();
    const { id } = await on.create({ name: "Jar" });
    for (const path of [BRAND, `${LINKS}/${id}/codes/default`]) {
      await page.goto(path);
      const summary = page.getByText("Add a logo", { exact: true });
      if ((await summary.count()) > 0) await summary.click();
      for (const [file, words] of [
        [{ name: "white.png", mimeType: "image/png", buffer: Buffer.from(disc("#fdfdfd")) }, "too light"],
        [svg(""), "empty"],
        [{ name: "text.png", mimeType: "image/png", buffer: Buffer.from("text") }, "can't be shown"],
      ] as const) {
        await page.locator(FIELD).setInputFiles(file);
        await expect.poll(() => page.locator("#logo-file-error").textContent()).toContain(words);
        expect(await page.evaluate(`${FILES}.length`)).toBe(0);
      }
      await page.locator(FIELD).setInputFiles(svg(RECT));
      await expect.poll(() => page.locator("#logo-file-error").isHidden()).toBe(true);
    }
    expect(problems).toEqual([]);
    await context.close();
  });
});
