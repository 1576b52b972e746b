import { expect, test } from "vitest";
import { linkListStore } from "../../src/links/list-store.ts";
import { taggedLinks } from "../../src/links/tagged-links.ts";
import { issueKey } from "../service.ts";
import { useService } from "../use-service.ts";
import { fillLinks } from "./many-links.ts";

const { env } = await useService();
for (const organization of ["acme", "globex"])
  await issueKey(env.DB, { organization, createProjects: ["main", "shop", "rare"] });
await fillLinks(env.DB, 44);
const lists = linkListStore(env.DB);
const all = { organizationId: "acme", projects: "all" } as const;
const ofShop = { organizationId: "acme", projects: ["shop"] };

test("finds the links with a tag among those of projects, and says when too many have it", async () => {
  // Of 11 links in four, one is another organization's.
  expect((await taggedLinks(lists, 10)(all, "sale")).size).toBe(10);
  expect([...new Set((await taggedLinks(lists, 10)(ofShop, "sale")).values())]).toEqual(["shop"]);
  const message = "is a tag of more than 9 links: ask for the visits of their project";
  await expect(taggedLinks(lists, 9)(all, "sale")).rejects.toMatchObject({
    code: "validation_failed",
    details: [{ field: "tag", message }],
  });
  expect([...(await taggedLinks(lists)(all, "rare-tag")).values()]).toEqual(["rare"]);
});

test("links that changed since they were indexed are those of the projects, and with the tag that they have now", async () => {
  await env.DB.prepare(
    "UPDATE links SET name = name, version = version + 1 WHERE organization_id = 'acme'",
  ).run();
  const found = await taggedLinks(lists)(ofShop, "sale");
  expect([found.size, ...new Set(found.values())]).toEqual([2, "shop"]);
  expect((await taggedLinks(lists)(all, "sale")).size).toBe(10);
});

test("a question is about as many as 10,000 links with a tag", async () => {
  const withTagged = (count: number) => ({
    ...lists,
    search: async () => ({ ids: ["lnk_0"], from: "" }),
    withTag: async () =>
      Array.from({ length: count }, (_, number) => ({ id: `lnk_${number}`, projectId: "main" })),
  });
  expect((await taggedLinks(withTagged(10_000))(all, "sale")).size).toBe(10_000);
  const message = "is a tag of more than 10,000 links: ask for the visits of their project";
  await expect(taggedLinks(withTagged(10_001))(all, "sale")).rejects.toMatchObject({
    details: [{ field: "tag", message }],
  });
});
