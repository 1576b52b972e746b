import { expect, test } from "vitest";
import { createLink } from "../../src/features/links/create-link.ts";
import { previewOf } from "../../src/features/links/destination-preview.ts";
import type { ProductAdvice } from "../../src/features/links/extension.ts";
import { previewLink } from "../../src/features/links/preview-link.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { memberOf } from "../actors.ts";
import { linkBody } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { CREATED } from "./links.ts";

const service = await useService({}, "acme");
await service.issueKey();
const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
const used = { ...dependenciesOf(service.env), origins };
const owner = memberOf("owner");
const rejected = (code: string) => expect.objectContaining({ code });
const preview = (body: object, link?: { id: string; domain: string }) =>
  previewLink(owner, { definition: parseDefinition(body), link }, used);

// A link with the slug that others ask for.
const definition = parseDefinition(linkBody(undefined, { slug: "soups" }));
const made = await createLink(owner, { definition, idempotency: null }, used);

type Known = Record<string, "available" | "unavailable" | "unknown" | null>;
/** The preview of a cart where this is known of each product by its id; null of those not asked about. */
function known(of: Known, { fields = {}, options = {} }: { fields?: object; options?: object } = {}) {
  const products = Object.keys(of).map((retailerProductId) => ({
    retailerProductId,
    quantity: 1,
    ...fields,
  }));
  const offers = Object.entries(of).flatMap(([id, availability]) =>
    availability === null ? [] : [[id, { availability }] as const],
  );
  const advice = { products, offers: new Map(offers) } as unknown as ProductAdvice; // as a follower gives it
  const body = linkBody("bigbox_w add_to_cart", { products, options: { bigbox_w: options } });
  const context = { settings: used.settings, now: CREATED };
  return previewOf(parseDefinition(body), new Map([["", advice]]), context);
}
const warned = (of: Known, fields?: object) =>
  known(of, { ...(fields && { fields }) }).warnings.map(({ code }) => code);

test("a preview warns of unavailable products", () => {
  const warns = expect.arrayContaining(["product_unavailable"]);
  expect(warned({ "101": "available", "102": "available" })).not.toEqual(warns);
  expect(warned({ "101": null, "102": "unknown" })).not.toEqual(warns);
  expect(warned({ "101": "available", "102": "unavailable" })).toEqual(warns);
  expect(warned({ "101": "unavailable", "102": "available" })).toEqual(warns);
});

test("a preview warns if availability is unknown, and otherwise uses it", () => {
  const backups = { backupProductIds: ["201"] };
  const warns = expect.arrayContaining(["backups_not_checked"]);
  expect(warned({ "101": null, "102": "unknown" }, backups)).toEqual(warns);
  expect(warned({ "101": "available" }, backups)).not.toEqual(warns);
  expect(warned({ "101": "unknown", "102": "available" }, backups)).not.toEqual(warns);
  const reasonOf = (of: Known) => known(of, { options: { allowPdp: true } }).reason.code;
  expect(reasonOf({ "101": "available" })).toBe("cart_by_items");
  expect(reasonOf({ "101": "unavailable" })).toBe("unavailable_product_page");
});

test("a preview rejects another link's slug, but accepts the link's own slug", async () => {
  const link = made.kind === "made" ? made.value.link : null;
  if (!link) throw new Error(made.kind);
  await expect(preview({ ...linkBody(), slug: "soups" })).rejects.toThrow(rejected("duplicate_slug"));
  const other = { id: "lnk_other", domain: "" };
  await expect(preview({ ...linkBody(), slug: "soups" }, other)).rejects.toThrow(rejected("duplicate_slug"));
  // On a domain of its own the same slug is another address.
  const elsewhere = { id: "lnk_other", domain: "go.brand.example" };
  expect(await preview({ ...linkBody(), slug: "soups" }, elsewhere)).toMatchObject({ urlType: "custom" });
  expect(await preview({ ...linkBody(), slug: "soups" }, link)).toMatchObject({ urlType: "custom" });
  expect(await preview({ ...linkBody(), slug: "stews" })).toMatchObject({ urlType: "custom" });
});
