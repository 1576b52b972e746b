import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { linkPeopleStore } from "../../src/features/visits/link-people.ts";
import type { LinkResource } from "../../src/surfaces/api/resources.ts";
import { countedD1 } from "../links/counted-d1.ts";
import { storeAll } from "../visits/visit-messages.ts";
import { LINKS, useLinksDashboard } from "./links.ts";

const made: Record<string, LinkResource> = {};
const on = await useLinksDashboard();
made.syrup = await on.create({ name: "Pancake syrup", tracking: { tags: ["summer", "a b"] } });
made.cart = await on.create({ name: "aubergine cart", projectId: "shop" }, "bigbox_w add_to_cart");
made.recipe = await on.create({ name: "Tacos <b>& more</b>", publicName: "Tacos" }, "delivery_app recipe");
await on.patch(made.cart.id, { status: "inactive" });

/** The names of the links on a page, in their order. */
const namesIn = (text: string): string[] =>
  [
    ...text.matchAll(/href="\/dashboard\/o\/acme\/links\/lnk_[^"]+"[^>]* data-open=""><bdi>([^<]*)<\/bdi>/g),
  ].map(([, name]) => name ?? "");
const list = async (query = "") => {
  const { status, text } = await on.viewer.open(`${LINKS}${query}`);
  expect(status).toBe(200);
  return namesIn(text);
};

const TACOS = "Tacos &lt;b&gt;&amp; more&lt;/b&gt;";

describe("the list", () => {
  test("shows the links of the organization, newest first", async () => {
    const { text } = await on.editor.open(LINKS);
    expect(namesIn(text)).toEqual([TACOS, "aubergine cart", "Pancake syrup"]);
    expect(text).toContain("Walmart: fill a cart");
    expect(text).toContain(">Off</span>");
    expect(text).toContain(`href="${LINKS}?tag=a%20b"`);
    expect(text).not.toContain("<b>& more");
    expect(text).not.toContain('class="sparkline"');
    expect(text).toContain("→ walmart.com");
    expect(text).toContain(`data-copy-text="${made.cart?.shortLink}"`);
    expect(text).toContain(`href="${LINKS}/${made.cart?.id}/show?list="`);
    expect(text).toContain('<option value="a b">');
  });

  test("shows the active filters, each with a link to remove it", async () => {
    const { text } = await on.viewer.open(`${LINKS}?q=pancake&tag=a%20b&order=changed`);
    expect(text).toMatch(/Tag: <bdi>a b<\/bdi>.*?href="[^"]+\?q=pancake&amp;order=changed"/);
    expect(text).toMatch(/Search: <bdi>pancake<\/bdi>.*?href="[^"]+\?tag=a\+b&amp;order=changed"/);
    expect((await on.viewer.open(`${LINKS}?status=inactive`)).text).toContain("Status: <bdi>Off</bdi>");
  });

  test.each([
    ["?q=PANCAKE", ["Pancake syrup"]],
    ["?q=123456789", ["aubergine cart"]],
    ["?projectId=shop", ["aubergine cart"]],
    ["?retailer=delivery_app", [TACOS]],
    ["?intent=add_to_cart", ["aubergine cart"]],
    ["?status=inactive", ["aubergine cart"]],
    ["?state=off", ["aubergine cart"]],
    ["?state=scheduled", []],
    ["?tag=a%20b", ["Pancake syrup"]],
    ["?createdFrom=2020-01-01&createdTo=2020-01-02", []],
    ["?createdFrom=2020-01-01", [TACOS, "aubergine cart", "Pancake syrup"]],
    ["?q=&retailer=custom&tag=summer&unknown=1", ["Pancake syrup"]],
    ["?status=active&retailer=bigbox_w", []],
  ])("filters by %s", async (query, names) => {
    expect(await list(query)).toEqual(names);
  });

  test("keeps what was typed, and reports invalid filters at their field", async () => {
    const { status, text } = await on.owner.open(`${LINKS}?q=${"x".repeat(121)}&retailer=nowhere&tag=%22%3E`);
    expect(status).toBe(400);
    expect(text).toMatch(/id="q-error">Must have 1 to 120 characters\./);
    expect(text).toContain('id="retailer-error"');
    expect(text).toContain('value="&quot;&gt;"');
    const reversed = await on.owner.open(`${LINKS}?createdFrom=2026-02-02&createdTo=2026-01-01`);
    expect(reversed.text).toContain('id="createdTo-error"');
    expect((await on.owner.open(`${LINKS}?cursor=forged`)).status).toBe(400);
  });

  test("is sorted by name or change; with a filter the newest come first, with a hint", async () => {
    expect(await list("?order=name")).toEqual(["aubergine cart", "Pancake syrup", TACOS]);
    await on.patch(made.syrup?.id ?? "", { publicName: "Syrup" });
    expect((await list("?order=changed"))[0]).toBe("Pancake syrup");
    const { text } = await on.viewer.open(`${LINKS}?order=name&retailer=custom`);
    expect(text).toContain("the newest links come first");
    expect(text).toContain('aria-sort="descending"');
    expect((await on.viewer.open(`${LINKS}?order=name`)).text).toContain('aria-sort="ascending"');
  });

  test("shows the visits of each link in the last 30 days, with a sentence for screen readers", async () => {
    const linkId = made.recipe?.id ?? "";
    await storeAll(on.dashboard.service.env.DB, [
      { linkId, visits: 3 },
      { linkId, qr: "default", visits: 2 },
      { linkId, visitor: "robot", visits: 9 },
    ]);
    const { text } = await on.viewer.open(LINKS);
    expect(text).toMatch(/<svg class="sparkline".*?<\/svg><span>5<\/span>/);
    expect(text).toMatch(/aria-label="5 visits in the last 30 days, most on \d+ \w+: 5"/);
    const { db, taken } = countedD1(on.dashboard.service.env.DB);
    const ids = [linkId, ...Array.from({ length: 25 }, (_, n) => `lnk_${n}`)];
    const links = ids.map((id) => ({ id, projectId: "main", linkId: id }));
    const days = Array.from({ length: 30 }, (_, n) => `2026-01-${String(n + 1).padStart(2, "0")}`);
    await linkPeopleStore(db).read("acme", links, days);
    expect(taken().read).toBeLessThan(4_000);
  });

  test("is sorted by the visits of the last 30 days, without links that had none", async () => {
    await storeAll(on.dashboard.service.env.DB, [
      { linkId: made.recipe?.id ?? "", visits: 4 },
      { linkId: made.syrup?.id ?? "", qr: "default", visits: 40 },
    ]);
    const { text } = await on.viewer.open(`${LINKS}?order=visits`);
    expect(text).toMatch(/<th scope="col" class="of-visits number" aria-sort="descending">/);
    expect(text).toContain("Up to 100 links with the most visits in the last 30 days");
    expect(await list("?order=visits")).toEqual(["Pancake syrup", TACOS]);
    expect(await list("?order=visits&retailer=custom")).toEqual(["Pancake syrup"]);
    const { text: searched } = await on.viewer.open(`${LINKS}?order=visits&q=aubergine`);
    expect(searched).toContain("With these filters, the newest links come first.");
    const next = await on.viewer.open(`${LINKS}?order=visits&cursor=25`);
    expect(next.text).not.toContain('data-row=""');
  });

  test("a full page, its style and its scripts are small", async () => {
    const { DB } = on.dashboard.service.env;
    const links = await Promise.all(
      Array.from({ length: 25 }, (_, n) =>
        on.create({
          name: `A link of the summer campaign ${n}`,
          projectId: "shop",
          tracking: { tags: ["one", "two"] },
        }),
      ),
    );
    const hours = Array.from({ length: 30 }, (_, n) =>
      new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 13),
    );
    const visits = links.flatMap(({ id }) =>
      hours.map((hour, n) => ({ linkId: id, hour, visits: 1 + ((n * 37) % 1000) })),
    );
    await storeAll(DB, visits);
    const { text } = await on.owner.open(`${LINKS}?projectId=shop`);
    expect(namesIn(text)).toHaveLength(25);
    const files = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:css|js))"/g)].map(
      ([, path = ""]) => path,
    );
    const parts = [text, ...(await Promise.all(files.map(async (path) => (await on.owner.open(path)).text)))];
    expect(parts.length).toBeGreaterThan(3);
    // As it is sent: 25 rows repeat each other, and are seven times as large for whoever counts characters.
    expect(parts.reduce((sum, part) => sum + gzipSync(part).length, 0)).toBeLessThan(16_600);
    expect(parts.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(92_000);
    const [, next = ""] = /href="([^"]+)" rel="next"/.exec(text) ?? [];
    expect(namesIn((await on.owner.open(next.replaceAll("&amp;", "&"))).text)).toEqual(["aubergine cart"]);
  });

  test("an empty list says what to do next", async () => {
    const { text } = await on.hank.open("/dashboard/o/globex/links");
    expect(text).toContain("No links yet");
    expect(text).toContain('href="/dashboard/o/globex/links/new"');
    expect(text).toContain('href="/dashboard/o/globex/keys"');
    expect((await on.viewer.open(`${LINKS}?q=nothing+has+this`)).text).toContain("No matching links");
  });
});

describe("who sees what", () => {
  test("members of other organizations see nothing at any path", async () => {
    const own = await on.hank.open(`/dashboard/o/globex/links?q=pancake`);
    expect(own.text).not.toContain("Pancake");
    expect((await on.hank.open(LINKS)).status).toBe(404);
    for (const { id } of Object.values(made)) {
      for (const path of ["", "/history", "/switch-off", "/add-code", "/restore/1"]) {
        const { status } = await on.hank.open(`/dashboard/o/globex/links/${id}${path}`);
        expect([path, status]).toEqual([path, 404]);
      }
    }
    const { text } = await on.hank.open(`/dashboard/o/globex/links/export?link=${made.syrup?.id}`);
    expect(text.split("\r\n")).toHaveLength(2);
    expect(
      (
        await on.hank.open(
          `/dashboard/o/globex/links/bulk-edit?step=plan&status=inactive&link=${made.syrup?.id}`,
        )
      ).text,
    ).not.toContain("Pancake");
  });

  test("a viewer sees no form that writes, and may export", async () => {
    const { text } = await on.viewer.open(LINKS);
    expect(text).not.toContain('method="post"');
    expect(text).not.toContain("Create a link");
    expect(text).toContain("Export CSV");
    const page = await on.viewer.open(`${LINKS}/${made.syrup?.id}`);
    expect(page.text).not.toContain('method="post"');
    for (const word of ["Switch off", "Rename", "Restore", "Add a code", ">Edit<"]) {
      expect([word, page.text.includes(word)]).toEqual([word, false]);
    }
  });

  test("Links comes after the overview in the navigation", async () => {
    const { text } = await on.viewer.open(LINKS);
    expect(text).toMatch(/Overview<\/a><\/li><li><a href="[^"]+\/links"/);
    expect(text).toContain('aria-current="page" data-command="Go to Links"');
  });
});
