import { expect, test } from "vitest";
import { createLink } from "../../src/features/links/create-link.ts";
import type { Link } from "../../src/features/links/link.ts";
import { demandsOf, writeLinkChange } from "../../src/features/links/link-change-store.ts";
import { bytesOfRow, toLinkRow } from "../../src/features/links/link-rows.ts";
import { linkStore } from "../../src/features/links/link-store.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { activityBytes } from "../../src/features/writes/activity-statements.ts";
import { receiptBytes } from "../../src/features/writes/claim.ts";
import { RESERVED_BYTES } from "../../src/features/writes/quota-check.ts";
import { memberOf } from "../actors.ts";
import { choiceBody } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { claimOf, hold } from "../writes/claims.ts";
import { changeOf, LATER, writing } from "./changes.ts";
import { storedLink } from "./links.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { DB } = service.env;
const found = ({ id }: Link) => linkStore(DB).find(id);
const number = (sql: string, ...values: unknown[]) =>
  DB.prepare(sql)
    .bind(...values)
    .first<number>("n");
const bytesCounted = async () =>
  (await number("SELECT stored_bytes AS n FROM organization_usage WHERE organization_id = 'acme'")) ?? 0;
const written = writing(DB);

test("every field of a definition is written, with its activity and the extensions' rows", async () => {
  const before = await storedLink(DB);
  const fields = {
    ...{ name: "New", publicName: "Shown", slug: "new-slug", slugs: ["new-slug"], status: "inactive" },
    ...{
      retailer: "bigbox_t",
      intent: "product_detail",
      products: [{ retailerProductId: "1", quantity: 2 }],
    },
    ...{ customUrl: undefined, urlType: "pdp", destination: "https://new.example/", reason: "product_page" },
    schedule: {
      activeFrom: "2026-12-01T08:00:00.000Z",
      activeUntil: "2026-12-24T08:00:00.000Z",
      endedUrl: "https://ended.example/",
    },
  };
  const change = changeOf(before, fields);
  expect(await written(change)).toEqual(["written", 1, 1]);
  expect(await found(before)).toEqual(JSON.parse(JSON.stringify(change.after)));
  // And each of them goes again.
  const { customUrl } = before;
  const back = changeOf(change.after, {
    ...before,
    customUrl,
    schedule: undefined,
    publicName: undefined,
    slug: undefined,
    products: undefined,
    reason: undefined,
  });
  expect(await written(back)).toEqual(["written", 1, 1]);
  expect(await found(before)).toEqual({
    ...before,
    slugs: ["new-slug"],
    version: 3,
    revision: 3,
    updatedAt: LATER.toISOString(),
  });
});

test("a change of an outdated link writes nothing", async () => {
  const before = await storedLink(DB);
  const stale = [{ version: 2 }, { revision: 2 }];
  for (const each of stale)
    expect(await written(changeOf({ ...before, ...each }, { name: "New" }))).toEqual(["outdated", 0, 0]);
  const claim = claimOf(before.id, LATER);
  expect(await written(changeOf({ ...before, version: 2 }, { name: "New" }, { claim }))).toEqual([
    "outdated",
    0,
    0,
  ]);
  const claims = "SELECT count(*) AS n FROM idempotency_claims WHERE scope = ?1";
  expect([await found(before), await number(claims, claim.scope)]).toEqual([before, 0]);
});

test("a change whose key another request has claimed is not written until the claim expires", async () => {
  const before = await storedLink(DB);
  const rival = claimOf("act_other", LATER);
  await hold(DB, rival);
  const claim = claimOf("act_own", LATER, { rival });
  const outcome = await writeLinkChange(DB, changeOf(before, { name: "New" }, { claim }));
  expect(outcome).toMatchObject({ kind: "claimed", claim: { owner: "act_other" } });
  expect(await found(before)).toEqual(before);
  const expired = claimOf("act_old", LATER, { hoursAgo: 24 });
  await hold(DB, expired);
  const own = claimOf("act_own", LATER, { rival: expired });
  expect(await written(changeOf(before, { name: "New" }, { claim: own }))).toEqual(["written", 1, 1]);
  const owner = DB.prepare("SELECT owner FROM idempotency_claims WHERE scope = ?1").bind(own.scope);
  expect(await owner.first("owner")).toBe("act_own");
});

test("a slug that another link on the domain uses or used is not written", async () => {
  const [one, other] = [await storedLink(DB), await storedLink(DB)];
  const named = (link: Link, slug: string) => changeOf(link, { slug, slugs: [...(link.slugs ?? []), slug] });
  expect(await written(named(one, "one-slug"))).toEqual(["written", 1, 1]);
  expect(await written(named(other, "one-slug"))).toEqual(["outdated", 0, 0]);
  const former = changeOf(named(one, "one-slug").after, { slug: undefined });
  expect(await written(former)).toEqual(["written", 1, 1]);
  expect(await written(named(other, "one-slug"))).toEqual(["outdated", 0, 0]);
  expect(await written(changeOf(former.after, { slug: "one-slug" }))).toEqual(["written", 1, 1]);
  const addresses = "SELECT count(*) AS n FROM link_addresses WHERE link_id = ?1 AND created_at = ?2";
  expect(await number(addresses, one.id, LATER.toISOString())).toBe(1);
});

test("a change counts its activity, the link's growth and the receipt", async () => {
  const before = await storedLink(DB);
  const claim = claimOf("act_own", LATER);
  const change = changeOf(before, { name: "A name that is longer", publicName: "Also" }, { claim });
  const grown = bytesOfRow(toLinkRow(change.after)) - bytesOfRow(toLinkRow(before));
  expect(grown).toBeGreaterThan(0);
  const bytes = activityBytes(change.activity) + grown + receiptBytes(claim);
  expect(demandsOf(change)).toMatchObject([{ quota: "storedBytes", more: bytes }]);
  const counted = await bytesCounted();
  await written(change);
  expect((await bytesCounted()) - counted).toBe(bytes);
  const ofJob = changeOf(before, {});
  const activity = { ...ofJob.activity, actor: { type: "job", id: "check" } } as const;
  expect(demandsOf({ ...ofJob, activity })).toEqual([]);
});

test("a change above the quota is not written, except by a job", async () => {
  const before = await storedLink(DB);
  const change = changeOf(before, { name: "New" });
  const limit = (json: string) =>
    DB.prepare(
      "INSERT INTO organization_usage (organization_id, quotas) VALUES ('acme', ?1) ON CONFLICT DO UPDATE SET quotas = ?1",
    )
      .bind(json)
      .run();
  await limit(JSON.stringify({ storedBytes: -RESERVED_BYTES }));
  expect(await written(change)).toEqual(["outdated", 0, 0]);
  const activity = { ...change.activity, actor: { type: "job", id: "check" } } as const;
  expect(await written({ ...change, activity })).toEqual(["written", 1, 1]);
  await limit("{}");
});

test("removed offers of a choice are remembered, even if the link is no longer a choice", async () => {
  const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
  const make = async () => {
    const input = { definition: parseDefinition(choiceBody()), idempotency: null };
    const result = await createLink(memberOf("owner"), input, { ...dependenciesOf(service.env), origins });
    if (result.kind !== "made") throw new Error(result.kind);
    return result.value.link;
  };
  const [before, other] = [await make(), await make()];
  const offersOf = async ({ id }: Link) => {
    const sql =
      "SELECT key, place, label, destination FROM link_offers WHERE link_id = ?1 ORDER BY place, key";
    const { results } = await DB.prepare(sql).bind(id).all<{ key: string; place: number | null }>();
    return results;
  };
  const others = await offersOf(other);
  const [first, , ...rest] = before.offers ?? [];
  const offers = [...rest, { ...first, label: "Here" }];
  const page = { text: "Where to buy" };
  const change = changeOf(before, {
    offers,
    page,
    offerDestinations: before.offerDestinations,
    removedKeys: ["marketplace"],
  });
  expect(await written(change)).toEqual(["written", 1, 1]);
  expect((await offersOf(before)).map(({ key, place }) => [key, place])).toEqual([
    ["marketplace", null],
    ["custom", 0],
    ["own", 1],
    ["bigbox-w", 2],
  ]);
  expect((await found(before))?.page).toMatchObject(page);
  expect(await offersOf(other)).toEqual(others);
  // A change that is not made leaves the offers as they are.
  expect(await written(changeOf(before, { offers: rest }))).toEqual(["outdated", 0, 0]);
  expect((await offersOf(before)).filter(({ place }) => place !== null)).toHaveLength(3);
  const single = { retailer: "custom", intent: "custom_url", offers: undefined, page: undefined };
  const led = { customUrl: "https://a.example/", destination: "https://a.example/", urlType: "custom" };
  expect(
    await written(
      changeOf(change.after, { ...single, ...led, offerDestinations: undefined, removedKeys: undefined }),
    ),
  ).toEqual(["written", 1, 1]);
  expect((await offersOf(before)).map(({ place }) => place)).toEqual([null, null, null, null]);
});
