import { expect, test } from "vitest";
import { PART_LENGTH } from "../../src/core/row-parts.ts";
import type { LinkWithQrCode } from "../../src/links/link-with-qr-code.ts";
import type { LinkListStore } from "../../src/links/list-store.ts";
import { storedOffers } from "../../src/links/offer-rows.ts";
import { orderedPage } from "../../src/links/ordered-links.ts";
import { allowedRows, type RowChecks } from "../../src/links/prepare-rows.ts";
import { bytesOfLink, reasonColumn, toLinkRow } from "../../src/links/rows.ts";
import { blockTerms } from "../../src/links/search-block.ts";
import type { LinkFilter } from "../../src/links/search-document.ts";
import { slicesOf } from "../../src/links/search-group.ts";
import { warningsOf } from "../../src/links/warnings.ts";
import { memberOf } from "../actors.ts";
import { definition, one, product } from "../retailers/definitions.ts";
import { newLink } from "./links.ts";

test("an offer keeps a reason that this version knows, and no other; what is gone leads nowhere", () => {
  const offer = (key: string, reason: string | null, place: number | null = 0) => ({
    ...{ key, place, reason, urlType: "pdp", destination: "https://a.example/" },
    since: "2026-11-20T12:00:00.000Z",
  });
  const offers = [
    offer("a", "product_page"),
    offer("b", "of_later"),
    offer("c", null),
    offer("d", null, null),
  ];
  const { leads, removedKeys } = storedOffers(JSON.stringify(offers));
  expect(leads.map(({ key, ...lead }) => [key, "reason" in lead ? lead.reason : "none"])).toEqual([
    ["a", "product_page"],
    ["b", "none"],
    ["c", "none"],
  ]);
  expect(removedKeys).toEqual(["d"]);
});

test("a reason is stored with the version of its link, and nothing where there is none", () => {
  expect(reasonColumn({ version: 3, reason: "search_page" })).toBe("3:search_page");
  expect(reasonColumn({ version: 3, reason: undefined })).toBeNull();
});

test("content that fits into the row stays in it; longer content is stored in parts alone", () => {
  const withText = (length: number) =>
    toLinkRow({ ...newLink(), customUrl: "n".repeat(length) } as ReturnType<typeof newLink>);
  const besides = withText(0).row.content?.length ?? 0;
  const full = withText(PART_LENGTH - besides);
  expect([full.row.content?.length, full.parts]).toEqual([PART_LENGTH, []]);
  const longer = withText(PART_LENGTH - besides + 1);
  expect([longer.row.content, longer.parts.map(({ length }) => length)]).toEqual([null, [PART_LENGTH, 1]]);
});

test("the texts of a schedule count for what a link takes", () => {
  const plain = bytesOfLink(newLink());
  const schedule = { activeFrom: "2026-12-01T00:00:00.000Z", activeUntil: "2026-12-02T00:00:00.000Z" };
  expect(bytesOfLink(newLink({ schedule })) - plain).toBe(48);
  const endedUrl = "https://example.com/over";
  expect(bytesOfLink(newLink({ schedule: { ...schedule, endedUrl } })) - plain).toBe(48 + endedUrl.length);
});

test("a block must contain the whole text, the whole tag and the columns that follow each other", () => {
  const filter: LinkFilter = {
    ...{ projects: "all", text: undefined, retailer: undefined, intent: undefined, status: undefined },
    ...{ state: undefined, tag: undefined },
  };
  expect(blockTerms({ ...filter, text: 'a"b' })).toEqual([['a\\"b']]);
  expect(blockTerms({ ...filter, tag: "sale" })).toEqual([['"sale"']]);
  expect(blockTerms({ ...filter, projects: ["shop"], status: "active" })).toEqual([['"shop","active"']]);
});

test("a block without a signature has no bit in what its group tells", () => {
  const bare = slicesOf([{ from: "a", signature: null }]).join("");
  expect(bare).toMatch(/^0+$/);
});

test("of several products one with backups is enough to say that they were not asked about", () => {
  const products = [{ ...product("1"), backupProductIds: ["2"] }, product("3")];
  const warnings = warningsOf({
    definition: definition({ ...one("bigbox_w", "add_to_cart", "1"), products }),
    destination: { url: "https://www.shop.example/cart", urlType: "cart", reason: "product_page" },
    availability: "unknown",
    state: "running",
    settings: {},
  });
  expect(warnings.map(({ code }) => code)).toContain("backups_not_checked");
});

test("a page in an order leads on only where links are left, from the last that was loaded", async () => {
  const links = ["lnk_a", "lnk_b", "lnk_c"].map((id) => newLink({ name: id }, { id }));
  const lists = (fitting: number) =>
    ({
      ordered: (_: string, __: string, after: { id: string } | null, limit: number) =>
        Promise.resolve(
          links
            .filter(({ id }) => !after || id > after.id)
            .slice(0, limit)
            .map(({ id, name }) => ({ id, value: name })),
        ),
      load: (ids: string[]) =>
        Promise.resolve(
          links
            .filter(({ id }) => ids.includes(id))
            .slice(0, fitting)
            .map((link) => ({ link, qrCode: null }) as LinkWithQrCode),
        ),
    }) as unknown as LinkListStore; // a page asks a store for nothing else
  const pageOf = async (limit: number, fitting = 9, cursor?: string) => {
    const place = { organizationId: "acme", order: "name", list: "of the test" } as const;
    const page = await orderedPage(lists(fitting), place, { limit, cursor });
    return { ids: page.links.map(({ link }) => link.id), next: page.nextCursor };
  };
  expect(await pageOf(3)).toEqual({ ids: ["lnk_a", "lnk_b", "lnk_c"], next: null });
  // The links of these places were removed between the two reads.
  expect(await pageOf(2, 0)).toEqual({ ids: [], next: null });
  const cutShort = await pageOf(3, 2);
  expect(cutShort.ids).toEqual(["lnk_a", "lnk_b"]);
  expect(await pageOf(3, 2, cutShort.next ?? "")).toEqual({ ids: ["lnk_c"], next: null });
});

test("where the projects can't be looked up, every row is refused for that reason", async () => {
  const cause = new Error("D1 is down");
  const checks = {
    projects: { findAll: () => Promise.reject(cause) },
    domains: { confirmed: () => Promise.resolve([]) },
    origins: { shortLink: "https://go.example", api: "https://go.example", problem: null },
    now: () => new Date(0),
  } as unknown as RowChecks; // it is asked for nothing else
  const rows = [0, 1].map((index) => ({ index, definition: newLink() }));
  const { good, refused } = await allowedRows(memberOf("editor"), rows, checks);
  expect([good, [...refused]]).toEqual([
    [],
    [
      [0, cause],
      [1, cause],
    ],
  ]);
});
