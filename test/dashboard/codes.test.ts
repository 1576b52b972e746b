import { describe, expect, test } from "vitest";
import { LOGO } from "../logos.ts";
import { RASTERIZE, run, tools } from "../qr-codes/print-tools.ts";
import { decodeWithZxing, type Pixels, pixelsOfPng, rasterize } from "../qr-codes/qr-decoding.ts";
import { post } from "../requests.ts";
import { setQuotas } from "../writes/quotas.ts";
import type { Visitor } from "./dashboard.ts";
import { upload } from "./import.ts";
import { LINKS, useLinksDashboard } from "./links.ts";

const on = await useLinksDashboard();

/** A code of a new link, and the path of its page. */
async function newCode(body: object = { identifier: "window", name: "Shop window" }) {
  const link = await on.create({ name: "Pancake breakfast" });
  const { json } = await post(on.dashboard.service, `/v1/links/${link.id}/qr-codes`, body, on.key);
  const { identifier, encodedUrl } = json.data;
  return { link, url: String(encodedUrl), path: `${LINKS}/${link.id}/codes/${identifier}` };
}

const unescaped = (text: string): string => text.replaceAll("&amp;", "&");

/** The addresses of a page's downloads by format. */
const downloadsIn = (page: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(
      page.matchAll(/href="(\/qr\/[^"]+\.(\w+)(?:\?[^"]*)?)" download/g),
      ([, href = "", format]) => [format, unescaped(href)],
    ),
  );

const fileAt = async (path: string): Promise<Buffer> => {
  const response = await on.dashboard.service.fetch(path);
  expect([path, response.status]).toEqual([path, 200]);
  return Buffer.from(await response.arrayBuffer());
};

/** The picture in a file, as the tools that this machine has draw it; null where it has none for the format. */
function pixelsOf(format: string, file: Buffer, size: number): Pixels | null {
  if (format === "svg") return rasterize(file.toString(), 600);
  if (format === "png") return pixelsOfPng(file, size);
  if (format === "pdf" && tools.has("pdftoppm")) return RASTERIZE.pdftoppm(file, 300);
  return format === "eps" && tools.has("gs") ? RASTERIZE.gs(file, 300) : null;
}

async function expectRead(image: Pixels, url: string): Promise<void> {
  expect((await decodeWithZxing(image))?.text).toBe(url);
}

describe("the page of a code", () => {
  test("shows it, what it encodes, and its files, and runs nothing of a caller", async () => {
    const { link, url, path } = await newCode({
      identifier: "door",
      name: "<script>x</script>",
      metadata: { a: "</script>" },
    });
    const { status, text } = await on.viewer.open(path);
    expect(status).toBe(200);
    expect(text).toContain("<bdi>&lt;script&gt;x&lt;/script&gt;</bdi>");
    expect(text).not.toContain("<script>x");
    expect(text).toContain(`<code id="encoded-url">${url}</code>`);
    expect(text).toContain(`src="/qr/qr_${link.id}_door.svg?name=`);
    expect(text).toContain("Metadata");
    expect(Object.keys(downloadsIn(text)).sort()).toEqual(["eps", "pdf", "png", "svg"]);
  });

  test.each([
    ["as usual", "", 50],
    ["in colors of its own", "?color=%23c8102e&background=fff4d6&level=H&quietZone=6&size=60", 60],
    ["in inks", "?color=C100+M60+Y0+K30&background=0/0/10/0", 50],
    // 29 modules are 80 mm wide, and the quiet zone is 4 on each side.
    ["read from a distance", "?distance=0,8", 103],
  ])("%s: every download is read by two decoders, and is as large as it says", async (_, query, size) => {
    const { url, path } = await newCode();
    const { status, text } = await on.viewer.open(path + query);
    expect(status).toBe(200);
    expect(text).toContain(`Printed ${size} mm wide`);
    const downloads = downloadsIn(text);
    for (const [format, address] of Object.entries(downloads)) {
      const file = await fileAt(address);
      const image = pixelsOf(
        format,
        file,
        Number(new URLSearchParams(address.split("?")[1]).get("size") ?? 1024),
      );
      if (image) await expectRead(image, url);
      if (format === "pdf" && tools.has("pdfinfo")) {
        const info = run("pdfinfo", ["page.pdf"], { "page.pdf": file }).stdout.toString();
        const [, points] = /Page size:\s+([\d.]+) x/.exec(info) ?? [];
        expect((Number(points) / 72) * 25.4).toBeCloseTo(size, 1);
      }
    }
    // The preview is drawn with the same choices.
    const [, preview = ""] = /class="preview" src="([^"]+)"/.exec(text) ?? [];
    await expectRead(rasterize((await fileAt(unescaped(preview))).toString(), 600), url);
  });

  test("a PNG for a large print has 300 dots on an inch, as far as an image may be large", async () => {
    const { path } = await newCode();
    expect(downloadsIn((await on.viewer.open(`${path}?size=200`)).text).png).toContain("size=2363");
    expect(downloadsIn((await on.viewer.open(`${path}?size=900`)).text).png).toContain("size=4096");
  });

  test.each([
    ["color=%23999999", "color", "This is too light to scan. Choose a darker color."],
    ["background=%23222222", "background", "This is too dark"],
    ["color=%23ffffff&background=%23000000", "color", "This is too light to scan. Choose a darker color."],
    ["color=%23555555&background=%23aaaaaa", "color", "This is too close to the background"],
    ["color=red%22%3E%3Cscript%3E", "color", "Type a color"],
    ["size=25", "size", "Must be at least 26 mm"],
    ["size=1001", "size", "Type whole millimeters from 26 to 1000"],
    ["size=50.5", "size", "Type whole millimeters"],
    ["size=50&distance=1", "size", "Use either the distance or the width"],
    ["distance=far", "distance", "Type meters as a number"],
    ["distance=0", "distance", "Type meters as a number"],
    ["distance=8", "distance", "Must be less"],
    ["level=X", "level", ""],
    ["quietZone=1", "quietZone", "Must be a whole number from 2 to 16"],
  ])("%s is refused beside its field, and nothing can be downloaded", async (query, field, words) => {
    const { path } = await newCode();
    const { status, text } = await on.viewer.open(`${path}?${query}`);
    expect(status).toBe(400);
    expect(text).toContain(`id="${field}-error">${words}`);
    expect(downloadsIn(text)).toEqual({});
    expect(text).toContain("The picture shows the last valid style.");
    // What was typed is kept.
    const typed = new URLSearchParams(query).get(field) ?? "";
    if (field !== "level")
      expect(text).toContain(
        `value="${typed.replace('">', "&quot;&gt;").replace("<script>", "")}`.slice(0, 20),
      );
    expect(text).not.toContain("<script>");
  });

  test("a transparent code keeps its surface, is shown on it, and is saved and downloaded without", async () => {
    const { link, path } = await newCode();
    const typed = "?background=%23ffffff&transparent=1&surface=f5e9d0";
    const { status, text } = await on.editor.open(path + typed);
    expect(status).toBe(200);
    expect(text).toMatch(/name="transparent" value="1" checked/);
    expect(text).toContain('value="f5e9d0"');
    const [, preview = ""] = /class="preview" src="([^"]+)"/.exec(text) ?? [];
    expect(unescaped(preview)).toContain("background=%23f5e9d0");
    for (const address of Object.values(downloadsIn(text))) expect(address).toContain("background=none");
    const style = { color: "#000000", background: "none", surface: "#f5e9d0", for: "code" };
    for (const [name, value] of Object.entries(style).slice(0, 3))
      expect(text).toContain(`<input type="hidden" name="${name}" value="${value}"/>`);
    const saved = await on.editor.send(`${LINKS}/${link.id}/style-code/window`, style);
    expect(saved.status).toBe(303);
    const again = await on.editor.open(path);
    expect(again.text).toMatch(/name="transparent" value="1" checked/);
    // Without the check, the background is a color again.
    expect((await on.editor.open(`${path}?background=%23ffffff`)).text).not.toMatch(
      /name="transparent" value="1" checked/,
    );
    const dark = await on.editor.open(`${path}?transparent=1&surface=%23222222`);
    expect([dark.status, dark.text.includes('id="surface-error">This is too dark')]).toEqual([400, true]);
  });

  test("a rejected color keeps the rest of the style in the picture", async () => {
    const { path } = await newCode();
    const { status, text } = await on.editor.open(`${path}?modules=dots&color=%23999999`);
    expect(status).toBe(400);
    const [, preview = ""] = /class="preview" src="([^"]+)"/.exec(text) ?? [];
    expect(preview).toContain("modules=dots");
    expect(preview).not.toContain("999999");
    expect(text).toContain('value="#999999"');
    expect(text).not.toContain("Save for this code");
  });

  test("owners add a logo in the studio, which shows it at once", async () => {
    const { link, path } = await newCode();
    const form = `${LINKS}/${link.id}/add-logo/window`;
    expect((await on.owner.open(path)).text).toContain(`action="${form}"`);
    expect((await on.editor.open(path)).text).not.toContain("add-logo");
    const send = (role: string, file: string | Uint8Array<ArrayBuffer>) =>
      upload(on.dashboard, `${role}@acme.example`, form, { fields: {}, file });
    expect((await send("editor", LOGO)).status).toBe(403);
    const rejected = await send("owner", "no picture");
    expect(rejected.status).toBe(400);
    expect(rejected.text).toContain('id="logo-file-error"');
    const added = await send("owner", LOGO);
    expect([added.status, added.location]).toEqual([303, `${path}?logo=project`]);
    const { text } = await on.owner.open(added.location ?? "");
    expect(text).toMatch(/value="project" checked/);
    expect(text).toMatch(/class="preview" src="[^"]*logo=project/);
    expect(text).not.toContain("add-logo");
  });

  test("says what printers ask for, and gives no grade", async () => {
    const { path } = await newCode();
    const { text } = await on.viewer.open(`${path}?quietZone=2`);
    expect(text).toContain("The quiet zone is narrow");
    expect(text).toContain("at least 2 cm");
    expect(text).toContain("is 21 to 1; 4.3 to 1 is needed");
    expect(text).not.toMatch(/grade/i);
  });

  test("levels that have no room for the address are not offered", async () => {
    const { path, link } = await newCode();
    const long = `https://links.example/${"a".repeat(1_400)}?qr=window`;
    await on.dashboard.service.env.DB.prepare(
      "UPDATE qr_codes SET encoded_url = ?2 WHERE link_id = ?1 AND identifier = 'window'",
    )
      .bind(link.id, long)
      .run();
    const { text } = await on.viewer.open(path);
    expect(text).toContain('value="Q"');
    expect(text).not.toContain('value="H"');
    expect((await on.viewer.open(`${path}?level=H`)).text).toContain('id="level-error">Level H has no room');
  });
});

test("owners, and they alone, are told on a link's page from 80 % of its quota of codes on", async () => {
  const { link } = await newCode();
  const page = async (visitor: Visitor) => (await visitor.open(`${LINKS}/${link.id}?tab=codes`)).text;
  const { DB } = on.dashboard.service.env;
  await setQuotas(DB, "acme", { codesPerLink: 3 });
  expect(await page(on.owner)).not.toContain(" used.");
  await setQuotas(DB, "acme", { codesPerLink: 2 });
  expect(await page(on.owner)).toContain("QR codes of a link: 2 of 2 used.");
  for (const visitor of [on.editor, on.viewer]) expect(await page(visitor)).not.toContain(" used.");
  await setQuotas(DB, "acme", {});
});
