import { expect, test } from "vitest";
import { createLink } from "../../src/links/create-link.ts";
import type { ProductAdvice } from "../../src/links/follower.ts";
import { previewLink, previewOf } from "../../src/links/preview-link.ts";
import { parseDefinition } from "../../src/retailers/parse-definition.ts";
import { memberOf } from "../actors.ts";
import { choiceBody, linkBody } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { CREATED } from "./links.ts";

const service = await useService({}, "acme");
await service.issueKey();
const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
const used = { ...dependenciesOf(service.env), origins };
const owner = memberOf("owner");
const refused = (code: string) => expect.objectContaining({ code });
const preview = (body: object, link?: { id: string; domain: string }) =>
  previewLink(owner, { definition: parseDefinition(body), link }, used);

/** The codes of what a preview warns of, where this is known of each product by its id; null of those not asked about. */
function warned(known: Record<string, "available" | "unavailable" | "unknown" | null>): string[] {
  const products = Object.keys(known).map((retailerProductId) => ({ retailerProductId, quantity: 1 }));
  const offers = Object.entries(known).flatMap(([id, availability]) =>
    availability === null ? [] : [[id, { availability }] as const],
  );
  const advice = { products, offers: new Map(offers) } as unknown as ProductAdvice; // as a follower gives it
  const body = linkBody("bigbox_w add_to_cart", { products });
  const context = { settings: used.settings, now: CREATED };
  return previewOf(parseDefinition(body), new Map([["", advice]]), context).warnings.map(({ code }) => code);
}

test("a preview warns where any of the products is known not to be available", () => {
  const warns = expect.arrayContaining(["product_unavailable"]);
  expect(warned({ "101": "available", "102": "available" })).not.toEqual(warns);
  expect(warned({ "101": null, "102": "unknown" })).not.toEqual(warns);
  expect(warned({ "101": "available", "102": "unavailable" })).toEqual(warns);
  expect(warned({ "101": "unavailable", "102": "available" })).toEqual(warns);
});

test("a link leads to one destination, a choice to its page with the offers on it", async () => {
  const plain = await preview(linkBody());
  expect(plain).toMatchObject({ destination: "https://example.com/welcome", urlType: "custom" });
  expect(plain).not.toHaveProperty("offers");
  const choice = await preview(choiceBody());
  expect(choice).toMatchObject({ destination: null, reason: { code: "choice_page" } });
  expect(choice.offers?.map(({ key, destination }) => [key, destination]).at(-1)).toEqual([
    "own",
    "https://own.example/cereal",
  ]);
});

test("a slug is refused where another link has it, and is the link's own where that one is to be changed", async () => {
  const definition = parseDefinition(linkBody(undefined, { slug: "soups" }));
  const made = await createLink(owner, { definition, idempotency: null }, used);
  const link = made.kind === "made" ? made.value.link : null;
  if (!link) throw new Error(made.kind);
  await expect(preview({ ...linkBody(), slug: "soups" })).rejects.toThrow(refused("duplicate_slug"));
  const other = { id: "lnk_other", domain: "" };
  await expect(preview({ ...linkBody(), slug: "soups" }, other)).rejects.toThrow(refused("duplicate_slug"));
  // On a domain of its own the same slug is another address.
  const elsewhere = { id: "lnk_other", domain: "go.brand.example" };
  expect(await preview({ ...linkBody(), slug: "soups" }, elsewhere)).toMatchObject({ urlType: "custom" });
  expect(await preview({ ...linkBody(), slug: "soups" }, link)).toMatchObject({ urlType: "custom" });
  expect(await preview({ ...linkBody(), slug: "stews" })).toMatchObject({ urlType: "custom" });
});
