import { describe, expect, test } from "vitest";
import { chosenQrCodes, qrCodeOfEachLink } from "../../src/features/qr-codes/chosen-store.ts";
import { LOGO } from "../logos.ts";
import { decodeWithZxing, rasterize } from "../qr-codes/qr-decoding.ts";
import { post, send } from "../requests.ts";
import { LINKS, useLinksDashboard } from "./links.ts";

const on = await useLinksDashboard();

const PRINT = "/dashboard/o/acme/codes/sheet";

const printOf = (codes: readonly string[], more = ""): string =>
  `${PRINT}?${new URLSearchParams(codes.map((code) => ["code", code]))}${more}`;

const addCode = (linkId: string, identifier: string) =>
  post(
    on.dashboard.service,
    `/v1/links/${linkId}/qr-codes`,
    { identifier, name: `Code ${identifier}` },
    on.key,
  );

/** The preview of a print screen as a document; null without one. */
function previewIn(text: string): string | null {
  const [, svg] = /<div data-last-good="">(<svg.*?<\/svg>)<\/div>/s.exec(text) ?? [];
  return svg?.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ') ?? null;
}

const readIn = async (text: string) => (await decodeWithZxing(rasterize(previewIn(text) ?? "", 800)))?.text;

/** The form as it is sent: an A6 talker with these parts. */
const form = (more = "") => `&format=a6&headline=Scan+to+shop${more}`;

async function fileOf(path: string): Promise<{ name: string; type: string; content: Buffer }> {
  const response = await fetch(`${on.dashboard.service.url.origin}${path}`, {
    headers: await on.dashboard.identity("viewer@acme.example"),
  });
  expect(response.status).toBe(200);
  const content = Buffer.from(await response.arrayBuffer());
  const name = response.headers.get("Content-Disposition") ?? "";
  return { name, type: response.headers.get("Content-Type") ?? "", content };
}

describe("the print screen", () => {
  test("opens with an A6 talker in the code's style, ready to download", async () => {
    const { id, shortLink } = await on.create({ name: "<Breakfast>", publicName: "Pancakes" });
    await addCode(id, "window");
    const { status, text } = await on.viewer.open(printOf([`qr_${id}_window`]));
    expect(status).toBe(200);
    expect(await readIn(text)).toBe(`${shortLink}?qr=window`);
    expect(text).toMatch(/value="a6" checked/);
    expect(text).toContain('value="Scan to shop"');
    for (const part of ["name", "link"]) expect(text).toMatch(new RegExp(`value="${part}" checked`));
    expect(text).not.toContain("<Breakfast>");
    expect(text).not.toMatch(/ style=/);
    const [, href = ""] = /href="([^"]*print\.pdf[^"]*)"/.exec(text) ?? [];
    const file = await fileOf(href.replaceAll("&amp;", "&"));
    expect(file.type).toBe("application/pdf");
    expect(file.name).toContain("A6 shelf talker.pdf");
    expect(file.content.subarray(0, 5).toString()).toBe("%PDF-");
  });

  test("has a default call to action in the language of the member, where its letters can be printed", async () => {
    const { id } = await on.create();
    for (const [language, words] of [
      ["de-AT, en;q=0.5", "Scannen und einkaufen"],
      ["pl", "Zeskanuj i kup"],
      ["ja", "Scan to shop"],
    ]) {
      const headers = { "Accept-Language": language ?? "" };
      const { text } = await on.viewer.open(printOf([`qr_${id}_default`]), headers);
      expect(text).toContain(`value="${words}"`);
      expect(text).toContain("Download PDF");
    }
  });

  test("prints the public name, and never the internal one", async () => {
    const unnamed = await on.create({ name: "Internal name", publicName: undefined });
    const named = await on.create({ name: "Internal name", publicName: "Pancakes" });
    const drawn = async (id: string, show: string) =>
      previewIn((await on.viewer.open(printOf([`qr_${id}_default`], form(show)))).text)?.split("<path")
        .length;
    expect(await drawn(unnamed.id, "&show=name")).toBe(await drawn(unnamed.id, ""));
    expect(await drawn(named.id, "&show=name")).toBe(((await drawn(named.id, "")) ?? 0) + 1);
    expect((await on.viewer.open(printOf([`qr_${unnamed.id}_default`]))).text).toContain(
      "This link has none.",
    );
  });

  test("has the project's logo and color, each of which can be left out", async () => {
    const link = await on.create();
    const { service } = on.dashboard;
    const brand = { name: "Maple", accent: "#c8102e" };
    await send(service, "PATCH", "/v1/projects/main", { brand }, on.key);
    const put = await service.fetch("/v1/projects/main/logo", {
      method: "PUT",
      headers: { "X-Service-API-Key": on.key.key, "Content-Type": "image/png" },
      body: LOGO,
    });
    expect(put.status).toBe(200);
    const parts = async (show: string) => {
      const preview =
        previewIn((await on.viewer.open(printOf([`qr_${link.id}_default`], form(show)))).text) ?? "";
      return ["#c8102e", "data:image/png"].map((part) => preview.includes(part));
    };
    expect(await parts("&show=logo&show=color")).toEqual([true, true]);
    expect(await parts("&show=color")).toEqual([true, false]);
    expect(await parts("&show=logo")).toEqual([false, true]);
  });

  test("prints a band in the code's ink, where the brand's color is none, and says which inks a file has", async () => {
    const { id } = await on.create();
    const { service } = on.dashboard;
    await send(
      service,
      "PATCH",
      "/v1/projects/main",
      { brand: { name: "Maple", accent: "#c8102e" } },
      on.key,
    );
    const screen = async (show: string) =>
      (await on.viewer.open(printOf([`qr_${id}_default`], form(show)))).text;
    expect(await screen("&show=color")).toContain("Inks: K. Other colors and pictures are in RGB.");
    const style = { color: "cmyk(0,60,100,30)" };
    await send(service, "PATCH", `/v1/links/${id}/qr-codes/default`, { style }, on.key);
    const text = await screen("&show=color");
    expect(previewIn(text)).not.toContain("#c8102e");
    expect(text).toContain("Inks: M, Y, K. No RGB.");
    expect(text).toContain("In the code&#39;s ink: the brand&#39;s color is no ink.");
  });

  test("accepts codes and links, each code once, and a page of labels for all", async () => {
    const [first, second] = [await on.create(), await on.create()];
    const chosen = `link=${second.id}&link=${first.id}&code=qr_${first.id}_default`;
    const { text } = await on.viewer.open(`${PRINT}?${chosen}&format=labels-24`);
    expect(previewIn(text)?.match(/<use /g)).toHaveLength(2);
    expect(text).toContain("Print 2 codes");
    expect(text).not.toContain("could not be found");
    expect((await on.viewer.open(`${PRINT}?${chosen}`)).text).toContain("Page 1 of 2, 2 codes.");
  });

  test.each([
    ["&format=own&width=20&height=60", "width", "Type millimeters from 30 to 1000"],
    ["&format=own&width=60&height=tall", "height", "Type millimeters from 30 to 1000"],
    [form("&ink=%3Cink%3E"), "ink", "Use 1 to 40 letters"],
    ["&format=a6&headline=%D0%91%D0%BB%D0%B8%D0%BD%D1%8B", "headline", "“Блины” has characters"],
    [`&format=a6&headline=${"a".repeat(61)}`, "headline", "Use at most 60 characters"],
  ])("%s is rejected beside its field, and there is nothing to download", async (query, field, message) => {
    const { id } = await on.create();
    const path = printOf([`qr_${id}_default`], query);
    for (const address of [path, path.replace("/sheet?", "/print.pdf?")]) {
      const { status, text } = await on.viewer.open(address);
      expect(status).toBe(400);
      expect(text).toContain(`id="${field}-error">${message}`);
      expect(previewIn(text)).toBeNull();
      expect(text).not.toContain("Download PDF");
      // The codes stay chosen.
      expect(text).toContain(`name="code" value="qr_${id}_default"`);
    }
  });

  test("as a ZIP, each in its saved style, named after its link", async () => {
    const [first, second] = [await on.create({ name: "Tacos" }), await on.create({ name: "<Soup>" })];
    const path = `/dashboard/o/acme/codes/codes.zip?link=${second.id}&link=${first.id}`;
    const archive = async (more: string) => {
      const answer = await fetch(`${on.dashboard.service.url.origin}${path}${more}`, {
        headers: await on.dashboard.identity("viewer@acme.example"),
      });
      return Buffer.from(await answer.arrayBuffer()).toString("latin1");
    };
    const svgs = await archive("");
    expect(Array.from(svgs.matchAll(/0\d{3}[ \w]*\.svg/g), ([name]) => name).slice(0, 2)).toEqual([
      "0001 Soup.svg",
      "0002 Tacos.svg",
    ]);
    expect(await archive("&format=eps")).toContain("0002 Tacos, 50 mm.eps");
    expect((await on.viewer.open(`${path}&format=doc`)).status).toBe(404);
    expect((await on.viewer.open("/dashboard/o/acme/codes/codes.zip")).status).toBe(400);
  });

  test("has up to 100 codes, read by one query, and no more", async () => {
    const { id } = await on.create();
    const identifiers = Array.from({ length: 101 }, (_, n) => `code-${n}`);
    const { DB } = on.dashboard.service.env;
    await DB.prepare(
      `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
       SELECT ?1, value, value, 'https://links.example/abcdefgh?qr=' || value, 0, '2026-11-21T00:00:00.000Z'
       FROM json_each(?2)`,
    )
      .bind(id, JSON.stringify(identifiers))
      .run();
    const codes = identifiers.map((identifier) => `qr_${id}_${identifier}`);
    const full = await on.viewer.open(printOf(codes.slice(1), "&format=labels-24"));
    expect(full.status).toBe(200);
    expect(full.text).toContain("Page 1 of 5, 100 codes.");
    const beyond = await on.viewer.open(printOf(codes));
    expect(beyond.status).toBe(400);
    expect(beyond.text).toContain("Choose at most 100 codes.");

    let queries = 0;
    const counting = {
      prepare(sql: string) {
        queries++;
        return DB.prepare(sql);
      },
    } as D1Database; // all that is used of it
    const chosen = identifiers.slice(1).map((identifier) => ({ linkId: id, identifier }));
    expect(await chosenQrCodes(counting, chosen)).toHaveLength(100);
    expect(await qrCodeOfEachLink(counting, [id], "till")).toHaveLength(1);
    expect(queries).toBe(2);
    expect(await plans(DB, id)).toContain("qr_codes USING PRIMARY KEY");
  });

  test("has none of another organization, whether it exists or not", async () => {
    const { id } = await on.create({ name: "Secret of acme" });
    const theirs = "/dashboard/o/globex/codes/sheet";
    for (const query of [
      `code=qr_${id}_default`,
      `link=${id}`,
      "code=qr_lnk_00000000000000000000000000_default",
      "code=x",
    ]) {
      const { status, text } = await on.hank.open(`${theirs}?${query}`);
      expect([query, status]).toEqual([query, 404]);
      expect(text).toContain("The codes could not be found");
      expect(text).not.toContain("Secret of acme");
    }
    expect((await on.hank.open(printOf([`qr_${id}_default`]))).status).toBe(404);
    const own = await on.create();
    const mixed = await on.viewer.open(
      printOf([`qr_${own.id}_default`, "qr_lnk_00000000000000000000000000_default"]),
    );
    expect(mixed.text).toContain("1 code could not be found.");
    expect(previewIn(mixed.text)).not.toBeNull();
    const none = await on.viewer.open(PRINT);
    expect(none.status).toBe(400);
    expect(none.text).toContain("Choose at least one code.");
  });

  test("is reached from a link, from a code and from the codes of a link", async () => {
    const { id } = await on.create();
    const direct = `href="${PRINT}?code=qr_${id}_default"`;
    expect((await on.viewer.open(`${LINKS}/${id}`)).text).toContain(direct);
    await addCode(id, "window");
    const page = await on.viewer.open(`${LINKS}/${id}/codes/window`);
    expect(page.text).toContain(`href="${PRINT}?code=qr_${id}_window"`);
    expect((await on.viewer.open(`${LINKS}/${id}?tab=codes`)).text).toContain(`href="${LINKS}/${id}/codes"`);
    const { text } = await on.viewer.open(`${LINKS}/${id}/codes`);
    const boxes = Array.from(text.matchAll(/name="code" value="([^"]+)" checked/g), ([, code = ""]) => code);
    expect(boxes).toEqual([`qr_${id}_default`, `qr_${id}_window`]);
    expect((await on.viewer.open(printOf(boxes))).status).toBe(200);
    const beyond = await on.viewer.open(`${LINKS}/${id}/codes?cursor=made-up`);
    expect([beyond.status, beyond.text.includes('name="code"')]).toEqual([400, false]);
  });
});

/** How the database finds the codes of a print. */
async function plans(db: D1Database, linkId: string): Promise<string> {
  const details: string[] = [];
  const explaining = {
    prepare: (sql: string) => {
      const statement = db.prepare(`EXPLAIN QUERY PLAN ${sql}`);
      return {
        bind: (...values: unknown[]) => ({
          async all() {
            const { results } = await statement.bind(...values).all<{ detail: string }>();
            details.push(...results.map(({ detail }) => detail));
            return { results: [] };
          },
        }),
      };
    },
  } as unknown as D1Database; // all that is used of it
  await chosenQrCodes(explaining, [{ linkId, identifier: "default" }]);
  for (const which of ["phone", "till"] as const) await qrCodeOfEachLink(explaining, [linkId], which);
  return details.join("\n");
}
