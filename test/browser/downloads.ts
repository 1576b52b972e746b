import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { RASTERIZE, tools } from "../qr-codes/print-tools.ts";
import { decodeWithZxing, rasterize } from "../qr-codes/qr-decoding.ts";

/** A file that a browser saved. */
export interface Download {
  name: string;
  content: Buffer;
}

/** The file that this link of the page saves. It may be in the menu of downloads. */
export async function download(
  page: Page,
  name: string,
  role: "link" | "button" = "link",
): Promise<Download> {
  const link = page.getByRole(role, { name, exact: true });
  const menu = page.locator("details.drop:not([open]) > summary", { hasText: "Download" });
  if ((await menu.count()) > 0 && !(await link.isVisible())) await menu.click();
  const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

/** Each format of a code that this machine can draw as printers do; SVG on every machine. */
const DRAW = {
  ...(tools.has("pdftoppm") && { PDF: (file: Buffer) => RASTERIZE.pdftoppm(file, 300) }),
  ...(tools.has("gs") && { EPS: (file: Buffer) => RASTERIZE.gs(file, 300) }),
  SVG: (file: Buffer) => rasterize(file.toString(), 600),
};

/** Saves the code on the page in every format that this machine can draw, and returns what a decoder reads in each. */
export async function decodeDownloads(page: Page): Promise<string[]> {
  const texts: string[] = [];
  for (const [format, draw] of Object.entries(DRAW)) {
    const image = draw((await download(page, `${format} download`)).content);
    texts.push((await decodeWithZxing(image))?.text ?? "");
  }
  return texts;
}
