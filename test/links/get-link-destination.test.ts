import { expect, test } from "vitest";
import { createLink } from "../../src/features/links/create-link.ts";
import type { DestinationReport, LinkExtension } from "../../src/features/links/extension.ts";
import { getLinkDestination } from "../../src/features/links/get-link-destination.ts";
import type { LinkRecord } from "../../src/features/links/link.ts";
import { reasonOf } from "../../src/features/retailers/destination-reasons.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { memberOf, programWith } from "../actors.ts";
import { choiceBody, linkBody, OFFERS } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { one } from "../retailers/definitions.ts";
import { useService } from "../use-service.ts";
import { CREATED, storedLink } from "./links.ts";

const service = await useService({}, "acme");
await service.issueKey({ createProjects: ["main", "side"] });
const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
const used = { ...dependenciesOf(service.env), origins, now: () => CREATED };
const owner = memberOf("owner");
/** A follower that knows this of some parts, by their keys. */
const knowing = (reports: Record<string, DestinationReport>): LinkExtension => ({
  name: "test",
  hooksFor: (edits) => edits.map(() => null),
  report: ({ offerKey }) => Promise.resolve(reports[offerKey] ?? null),
});
const destination = (id: string, reports: Record<string, DestinationReport> = {}, actor = owner) =>
  getLinkDestination(actor, id, { ...used, extensions: [knowing({}), knowing(reports)] });
const stored = (fields?: object, record?: Partial<LinkRecord>) =>
  storedLink(service.env.DB, { ...fields }, record);
const cart = { ...one("bigbox_w", "add_to_cart", "1"), customUrl: undefined };
const checkedAt = CREATED.toISOString();

test("the reason comes from an extension, the record or the definition, in this order", async () => {
  const code = async (...input: Parameters<typeof destination>) => (await destination(...input)).reason.code;
  const recorded = await stored({}, { reason: "fallback_url" });
  expect(await code(recorded.id)).toBe("fallback_url");
  expect(await code(recorded.id, { "": { reason: "backup_chosen" } })).toBe("backup_chosen");
  expect(await code((await stored()).id)).toBe("custom_url");
});

test("the destination has URL, state, schedule, warnings and the extensions' data", async () => {
  const schedule = { activeFrom: "2026-12-01T08:00:00.000Z" };
  const { id } = await stored(
    { ...cart, schedule },
    { destination: "/l/abcd2345", urlType: "instacart_list" },
  );
  const page = { state: "pending", attempts: 1 } as const;
  const availability = { outcome: "unavailable", checkedAt } as const;
  const { warnings, ...rest } = await destination(id, { "": { availability, page } });
  expect(rest).toEqual({
    destination: "https://go.example/l/abcd2345",
    urlType: "instacart_list",
    reason: reasonOf("cart_by_items"),
    state: "scheduled",
    schedule,
    since: null,
    availability,
    page,
  });
  expect(warnings.map((each) => each.code)).toEqual(["link_scheduled", "product_unavailable"]);
  const plain = await destination((await stored({}, { status: "inactive" })).id);
  expect(plain).not.toHaveProperty("schedule");
  expect(plain.warnings.map((each) => each.code)).toEqual(["link_inactive"]);
  for (const member of ["availability", "page", "offers"]) expect(plain).not.toHaveProperty(member);
});

test("only backups with unknown availability cause a warning", async () => {
  const products = [{ retailerProductId: "1", backupProductIds: ["2"], quantity: 1 }];
  const { id } = await stored({ ...cart, products });
  const codes = async (...reports: Parameters<typeof destination>[1][]) =>
    (await destination(id, ...reports)).warnings.map(({ code }) => code);
  expect(await codes()).toEqual(["backups_not_checked"]);
  expect(await codes({ "": { availability: { outcome: "available", checkedAt } } })).toEqual([]);
});

test("a choice opens its page, and each offer has its own destination and visibility by country", async () => {
  const [walmart, marketplace, custom, own] = OFFERS;
  const offers = [walmart, marketplace, custom, own];
  const input = { definition: parseDefinition(choiceBody({ offers })), idempotency: null };
  const made = await createLink(owner, input, used);
  if (made.kind !== "made") throw new Error(made.kind);
  const { link } = made.value;
  const sold = { "bigbox-w": { availability: { outcome: "unavailable", checkedAt } } } as const;
  const told = await destination(link.id, sold);
  expect(told).toMatchObject({
    destination: `https://go.example/${link.shortId}`,
    urlType: "choice_page",
    reason: reasonOf("choice_page"),
    state: "running",
    since: CREATED.toISOString(),
  });
  expect(told.offers?.map(({ key, destination: url, shown, since }) => [key, url, shown, since])).toEqual(
    link.offerDestinations?.map(({ key, destination: url, since }) => [key, url, key !== "bigbox-w", since]),
  );
  expect(told.offers?.[0]).toMatchObject(sold["bigbox-w"]);
  expect(told.offers?.[1]).not.toHaveProperty("availability");
  expect(told.warnings).toMatchObject([{ code: "product_unavailable", field: "offers[0]" }]);
  expect((await destination(link.id)).offers?.every(({ shown }) => shown)).toBe(true);
});

test("the reason of an offer without a record follows from its own page", async () => {
  const { options } = linkBody("delivery_app shopping_list");
  const list = { retailer: "delivery_app", intent: "shopping_list", options };
  const offers = [list, { ...list, key: "more" }];
  const input = { definition: parseDefinition(choiceBody({ offers })), idempotency: null };
  const made = await createLink(owner, input, { ...used, extensions: [] });
  if (made.kind !== "made") throw new Error(made.kind);
  const { id, offerDestinations } = made.value.link;
  await service.env.DB.prepare("UPDATE link_offers SET destination_reason = NULL WHERE link_id = ?1")
    .bind(id)
    .run();
  const told = await destination(id);
  expect(told.offers?.map(({ destination: url }) => new URL(url).pathname)).toEqual(
    offerDestinations?.map((lead) => lead.destination),
  );
  expect(told.offers?.map(({ reason }) => reason.code)).toEqual(["page_pending", "page_pending"]);
});

test("requires read access to the link", async () => {
  const { id } = await stored();
  const rejected = (code: string) => expect.objectContaining({ code });
  await expect(destination(id, {}, memberOf("owner", "globex"))).rejects.toThrow(rejected("not_found"));
  await expect(
    getLinkDestination(programWith(["links:write"]), id, { ...used, extensions: [] }),
  ).rejects.toThrow(rejected("insufficient_scope"));
  await expect(destination(id, {}, { ...owner, projects: ["side"] })).rejects.toThrow(
    rejected("project_access_denied"),
  );
});
