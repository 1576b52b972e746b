import { expect, test } from "vitest";
import { orderedPage } from "../../src/links/ordered-links.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { storedLink } from "./links.ts";
import { listing } from "./listing.ts";

const service = await useService();
await service.issueKey({ organization: "acme" });
const viewer = {
  type: "member",
  id: "mem_1",
  organizationId: "acme",
  role: "viewer",
  projects: "all",
} as const;

test("pages of links by name know no capitals: each link is on one page, in the order of the alphabet", async () => {
  const names = ["apple", "Banana", "cherry", "Date", "elder", "Fig"];
  for (const name of names.toReversed()) await storedLink(service.env.DB, { name });
  const list = listing(viewer, dependenciesOf(service.env));
  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ order: "name", limit: 1, ...(cursor !== undefined && { cursor }) });
    listed.push(...page.links.map(({ link }) => link.name));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && listed.length <= names.length);
  expect(listed).toEqual(names);
});

test("a page whose links are all gone by the time that they are read is the last one", async () => {
  await storedLink(service.env.DB);
  const lists = { ...dependenciesOf(service.env).lists, load: async () => [] };
  const page = orderedPage(
    lists,
    { organizationId: "acme", order: "changed", list: "links" },
    { limit: 25, cursor: undefined },
  );
  expect(await page).toEqual({ links: [], nextCursor: null });
});
