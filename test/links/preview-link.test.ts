import { expect, test } from "vitest";
import { createLink } from "../../src/features/links/create-link.ts";
import { previewLink } from "../../src/features/links/preview-links.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { memberOf } from "../actors.ts";
import { linkBody } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";

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
