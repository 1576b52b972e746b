import { expect, test } from "vitest";
import { createLink } from "../../src/features/links/create-link.ts";
import { listSavedViews, removeView, saveView } from "../../src/features/links/saved-views.ts";
import { summarizeLinks } from "../../src/features/links/summarize-links.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { memberOf } from "../actors.ts";
import { linkBody } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { storedLink } from "./links.ts";

const service = await useService({}, "acme");
for (const organization of ["acme", "globex"]) await service.issueKey({ organization });
const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
const used = { ...dependenciesOf(service.env), db: service.env.DB, origins };
const [owner, stranger] = [memberOf("owner"), memberOf("owner", "globex")];

test("the limit of 20 views is per organization, and deleting affects only one organization", async () => {
  for (let number = 1; number < 20; number++)
    await saveView(owner, { name: `View ${number}`, query: "tag=sale" }, used);
  await saveView(stranger, { name: "Theirs", query: "tag=theirs" }, used);
  await saveView(owner, { name: "Last", query: "tag=last" }, used);
  await expect(saveView(owner, { name: "Theirs", query: "tag=mine" }, used)).rejects.toMatchObject({
    code: "validation_failed",
  });
  await removeView(owner, { name: "Last" }, used);
  await saveView(owner, { name: "Theirs", query: "tag=mine" }, used);
  await removeView(owner, { name: "Theirs" }, used);
  expect(await listSavedViews(stranger, used)).toEqual([{ name: "Theirs", query: "tag=theirs" }]);
  expect(await listSavedViews(owner, used)).toHaveLength(19);
});

test("a new link has its slug among its slugs, and summaries have tags", async () => {
  const body = linkBody(undefined, { slug: "soups", tracking: { tags: ["sale"] } });
  const made = await createLink(owner, { definition: parseDefinition(body), idempotency: null }, used);
  if (made.kind !== "made") throw new Error(made.kind);
  const { link } = made.value;
  expect(link.slugs).toEqual(["soups"]);
  const bare = await storedLink(service.env.DB);
  const summaries = await summarizeLinks(owner, { linkIds: [bare.id, link.id] }, used);
  expect(summaries.map(({ id, tags }) => ({ id, tags }))).toEqual([
    { id: bare.id, tags: [] },
    { id: link.id, tags: ["sale"] },
  ]);
});
