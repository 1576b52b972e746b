import { expect, test } from "vitest";
import { getLink } from "../../src/features/links/get-link.ts";
import { getAddressCode } from "../../src/features/links/link-addresses.ts";
import { linkListStore } from "../../src/features/links/list-store.ts";
import { offerStatements, removeOffersStatement } from "../../src/features/links/offer-rows.ts";
import { previewLinks } from "../../src/features/links/preview-links.ts";
import { summarizeLinks } from "../../src/features/links/summarize-links.ts";
import { listTags } from "../../src/features/links/tag-store.ts";
import { drawPlainSvg } from "../../src/features/qr-codes/draw.ts";
import { ALWAYS } from "../../src/ground/platform/guard.ts";
import { memberOf, programWith } from "../actors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { CREATED, newLink, storedLink } from "./links.ts";
import { listing } from "./listing.ts";

const service = await useService({}, "acme");
for (const organization of ["acme", "globex"]) await service.issueKey({ organization });
const { DB } = service.env;
const origins = { shortLink: "https://go.example", api: "https://api.example", problem: null };
const used = { ...dependenciesOf(service.env), db: DB, origins };
const [owner, nobody] = [memberOf("owner"), programWith([])];
const lists = linkListStore(DB);

test("a key without the scope reads no link, no tags and no preview", async () => {
  const { id } = await storedLink(DB);
  const rejected = expect.objectContaining({ code: "insufficient_scope" });
  await expect(getLink(nobody, id, used)).rejects.toThrow(rejected);
  await expect(listTags(nobody, used)).rejects.toThrow(rejected);
  await expect(previewLinks(nobody, { rows: [] }, used)).rejects.toThrow(rejected);
});

test("the code of an address is of that address, and counts as the link's first code", async () => {
  const link = await storedLink(DB, { slug: "spring" }, { slugs: ["spring"] });
  const code = (name: string) => getAddressCode(owner, { linkId: link.id, name }, used);
  expect(await code("spring")).toBe(drawPlainSvg("https://go.example/spring"));
  expect(await code(link.shortId)).toBe(drawPlainSvg(`https://go.example/${link.shortId}`));
  await expect(code("pring")).rejects.toMatchObject({ code: "not_found" });
  const qrCode = {
    ...{ linkId: link.id, identifier: "poster", name: "Poster", encodedUrl: "", isDefault: true },
    createdAt: link.createdAt,
  };
  const links = { ...used.links, findWithDefaultQrCode: async () => ({ link, qrCode }) };
  const coded = await getAddressCode(owner, { linkId: link.id, name: "spring" }, { ...used, links });
  expect(coded).toBe(drawPlainSvg("https://go.example/spring?qr=poster"));
});

test("one chosen link is summarized", async () => {
  const { id } = await storedLink(DB, { name: "Chosen" });
  expect(await summarizeLinks(owner, { linkIds: [id] }, { lists })).toMatchObject([{ id, name: "Chosen" }]);
});

test("a cursor of an ordered list belongs to its order and organization", async () => {
  for (const organizationId of ["acme", "globex"])
    for (const name of ["A", "B"]) await storedLink(DB, { name }, { organizationId });
  const list = listing(owner, used);
  const { nextCursor } = await list({ order: "name", limit: 1 });
  const cursor = nextCursor ?? "";
  expect(cursor).not.toBe("");
  const rejected = { code: "validation_failed" };
  await expect(list({ order: "changed", limit: 1, cursor })).rejects.toMatchObject(rejected);
  await expect(
    listing(memberOf("owner", "globex"), used)({ order: "name", limit: 1, cursor }),
  ).rejects.toMatchObject(rejected);
});

test("offers are written and removed only if the guard is true", async () => {
  const since = CREATED.toISOString();
  const offer = (key: string) => ({
    key,
    retailer: "custom",
    intent: "custom_url",
    customUrl: `https://${key}.example/`,
  });
  const offerDestinations = ["a", "b"].map((key) => ({
    ...{ key, since, destination: `https://${key}.example/`, urlType: "custom" as const },
    ...(key === "a" && { reason: "custom_url" as const }),
  }));
  const { id } = await storedLink(DB);
  const choice = (keys: string[]) => {
    const { customUrl, ...link } = newLink({}, { id, offerDestinations }) as unknown as Record<
      string,
      unknown
    >;
    return {
      ...link,
      retailer: "choice",
      intent: "choice",
      offers: keys.map(offer),
    } as unknown as ReturnType<typeof newLink>;
  };
  const places = async () => {
    const sql =
      "SELECT key, place, destination_reason AS reason FROM link_offers WHERE link_id = ?1 ORDER BY key";
    const { results } = await DB.prepare(sql)
      .bind(id)
      .all<{ key: string; place: number | null; reason: string | null }>();
    return results.map(({ key, place, reason }) => [key, place, reason]);
  };
  const never = { sql: "FALSE", values: [] };
  await DB.batch(offerStatements(DB, [choice(["a", "b"])], never));
  expect(await places()).toEqual([]);
  await DB.batch(offerStatements(DB, [choice(["a", "b"])], ALWAYS));
  const both = [
    ["a", 0, "custom_url"],
    ["b", 1, null],
  ];
  expect(await places()).toEqual(both);
  await removeOffersStatement(DB, choice(["a"]), never).run();
  expect(await places()).toEqual(both);
  await removeOffersStatement(DB, choice(["a"]), ALWAYS).run();
  expect(await places()).toEqual([
    ["a", 0, "custom_url"],
    ["b", null, null],
  ]);
});
