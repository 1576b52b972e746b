import { describe, expect, test } from "vitest";
import { chosenQrCodes, defaultQrCodes } from "../../src/qr-codes/chosen-store.ts";
import { decodeWithJsQr, decodeWithZxing, rasterize } from "../qr-codes/qr-decoding.ts";
import { post } from "../requests.ts";
import { LINKS, useLinksDashboard } from "./links.ts";

const on = await useLinksDashboard();

const SHEET = "/dashboard/o/acme/codes/sheet";

const sheetOf = (codes: readonly string[], more = ""): string =>
  `${SHEET}?${new URLSearchParams(codes.map((code) => ["code", code]))}${more}`;

const addCode = (linkId: string, identifier: string) =>
  post(
    on.dashboard.service,
    `/v1/links/${linkId}/qr-codes`,
    { identifier, name: `Code ${identifier}` },
    on.key,
  );

/** The outer pictures of a sheet, each with the name that screen readers hear. */
const picturesIn = (text: string) =>
  Array.from(
    text.matchAll(
      /<svg (width="(\d+)mm" height="\2mm" viewBox="[^"]+") role="img" aria-label="([^"]+)">(.*?<\/svg><\/g>.*?)<\/svg>/g,
    ),
    ([, head, size, name, body]) => ({
      size: Number(size),
      name,
      svg: `<svg xmlns="http://www.w3.org/2000/svg" ${head}>${body}</svg>`,
    }),
  );

describe("a print sheet", () => {
  test("has each code at its size in millimetres, with name and short link, in the order chosen", async () => {
    const [first, second] = [await on.create({ name: "<Breakfast>" }), await on.create({ name: "Tacos" })];
    await addCode(first.id, "window");
    const path = sheetOf([`qr_${second.id}_default`, `qr_${first.id}_window`], "&size=40&columns=2");
    const { status, text } = await on.viewer.open(path);
    expect(status).toBe(200);
    const pictures = picturesIn(text);
    expect(pictures.map(({ size }) => size)).toEqual([40, 40]);
    expect(pictures.map(({ name }) => name)).toEqual([
      expect.stringContaining("of “Tacos”"),
      "QR code “Code window” of “&lt;Breakfast&gt;”",
    ]);
    const urls = [`${second.shortLink}?qr=default`, `${first.shortLink}?qr=window`];
    for (const [index, { svg }] of pictures.entries()) {
      const image = rasterize(svg, 600);
      expect(decodeWithJsQr(image)).toBe(urls[index]);
      expect((await decodeWithZxing(image))?.text).toBe(urls[index]);
    }
    expect(text).toContain(new URL(first.shortLink).host + new URL(first.shortLink).pathname);
    expect(text).not.toContain("<Breakfast>");
    expect(text).not.toMatch(/ style=/);
  });

  test("takes the default codes of links, and each code once", async () => {
    const [first, second] = [await on.create(), await on.create()];
    const links = `link=${second.id}&link=${first.id}&code=qr_${first.id}_default`;
    const { text } = await on.viewer.open(`${SHEET}?${links}`);
    expect(picturesIn(text)).toHaveLength(2);
    expect(text).not.toContain("could not be found");
  });

  test("as a ZIP, each in its saved style, named after a column of the list", async () => {
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
    expect(await archive("&format=eps&column=shortId")).toContain(
      `0002 ${new URL(first.shortLink).pathname.slice(1)}, 50 mm.eps`,
    );
    expect((await on.viewer.open(`${path}&column=secret`)).status).toBe(404);
    expect((await on.viewer.open("/dashboard/o/acme/codes/codes.zip")).status).toBe(400);
  });

  test("draws with options, and with cut marks outside of the code", async () => {
    const { id, shortLink } = await on.create();
    const path = sheetOf([`qr_${id}_default`], "&distance=0.5&color=c8102e&level=H&marks=on");
    const { text } = await on.viewer.open(path);
    const [picture] = picturesIn(text);
    // A code of 50 mm with its quiet zone, and 5 mm on each side for the marks.
    const size = (picture?.size ?? 0) - 10;
    expect(size).toBeGreaterThan(50);
    expect(picture?.svg).toContain('<g transform="translate(5 5)');
    expect(picture?.svg).toContain('fill="#c8102e"');
    const [, marks = ""] = /<path d="([^"]+)" fill="none" stroke="#000"/.exec(picture?.svg ?? "") ?? [];
    // From the outer edge inwards, each ends a millimetre before the code.
    const [left, right, outer] = [5, 5 + size, size + 6];
    expect(marks.match(/M[^M]+/g)?.sort()).toEqual(
      [left, right]
        .flatMap((edge) => [
          `M${edge} 0.5v3.5`,
          `M${edge} ${outer}v3.5`,
          `M0.5 ${edge}h3.5`,
          `M${outer} ${edge}h3.5`,
        ])
        .sort(),
    );
    const image = rasterize(picture?.svg ?? "", 800);
    expect((await decodeWithZxing(image))?.text).toBe(`${shortLink}?qr=default`);
  });

  test.each([
    ["&columns=9", "columns", "Type a whole number from 1 to 8"],
    ["&columns=two", "columns", "Type a whole number"],
    ["&columns=4", "columns", "There is room for 3"],
    ["&size=191", "size", "Is too wide for the paper"],
    ["&size=185&marks=on", "size", "Is too wide for the paper"],
    ["&distance=3", "distance", "Is too wide for the paper"],
    ["&color=999999", "color", "Is too light"],
    ["&size=20", "size", "Must be at least 26 mm"],
  ])("%s is refused beside its field, and there is no sheet", async (query, field, words) => {
    const { id } = await on.create();
    const { status, text } = await on.viewer.open(sheetOf([`qr_${id}_default`], query));
    expect(status).toBe(400);
    expect(text).toContain(`id="${field}-error">${words}`);
    expect(picturesIn(text)).toEqual([]);
    // The codes stay chosen.
    expect(text).toContain(`name="code" value="qr_${id}_default"`);
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
    const full = await on.viewer.open(sheetOf(codes.slice(1), "&size=30"));
    expect(full.status).toBe(200);
    expect(picturesIn(full.text)).toHaveLength(100);
    expect(full.text).toContain("Print 100 codes");
    const beyond = await on.viewer.open(sheetOf(codes));
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
    expect(await defaultQrCodes(counting, [id])).toHaveLength(1);
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
      expect(text).toContain("The chosen codes could not be found");
      expect(text).not.toContain("Secret of acme");
    }
    expect((await on.hank.open(sheetOf([`qr_${id}_default`]))).status).toBe(404);
    const own = await on.create();
    const mixed = await on.viewer.open(
      sheetOf([`qr_${own.id}_default`, "qr_lnk_00000000000000000000000000_default"]),
    );
    expect(mixed.text).toContain("1 code of those chosen could not be found.");
    expect(picturesIn(mixed.text)).toHaveLength(1);
    const none = await on.viewer.open(SHEET);
    expect(none.status).toBe(400);
    expect(none.text).toContain("Choose at least one code.");
  });

  test("is reached from a code, with its options, and from the codes of a link", async () => {
    const { id } = await on.create();
    await addCode(id, "window");
    const page = await on.viewer.open(`${LINKS}/${id}/codes/window?color=c8102e`);
    expect(page.text).toContain(`href="${SHEET}?code=qr_${id}_window&amp;color=c8102e"`);
    expect((await on.viewer.open(`${LINKS}/${id}`)).text).toContain(`href="${LINKS}/${id}/codes"`);
    const { text } = await on.viewer.open(`${LINKS}/${id}/codes`);
    const boxes = Array.from(text.matchAll(/name="code" value="([^"]+)" checked/g), ([, code = ""]) => code);
    expect(boxes).toEqual([`qr_${id}_default`, `qr_${id}_window`]);
    expect(picturesIn((await on.viewer.open(sheetOf(boxes))).text)).toHaveLength(2);
    const beyond = await on.viewer.open(`${LINKS}/${id}/codes?cursor=made-up`);
    expect([beyond.status, beyond.text.includes('name="code"')]).toEqual([400, false]);
  });
});

/** How the database finds the codes of a sheet. */
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
  await defaultQrCodes(explaining, [linkId]);
  return details.join("\n");
}
