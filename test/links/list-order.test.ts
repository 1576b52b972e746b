import { expect, test } from "vitest";
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

test("lists by name ignore case and have each link once, in alphabetical order", async () => {
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

test("lists by change or name have each link once, with ties by id", async () => {
  await service.issueKey({ organization: "globex" });
  await service.issueKey({ organization: "alike" });
  const ids = ["lnk_a", "lnk_b", "lnk_c"];
  for (const id of ids) await storedLink(service.env.DB, { name: "Same" }, { id, organizationId: "alike" });
  await storedLink(service.env.DB, { name: "Same" }, { id: "lnk_b2", organizationId: "globex" });
  const list = listing({ ...viewer, organizationId: "alike" }, dependenciesOf(service.env));
  for (const [order, expected] of [
    ["name", ids],
    ["changed", ids.toReversed()],
  ] as const) {
    const first = await list({ order, limit: 2 });
    const second = await list({ order, limit: 2, cursor: first.nextCursor ?? "" });
    expect([first, second].map(({ links }) => links.map(({ link }) => link.id))).toEqual([
      expected.slice(0, 2),
      expected.slice(2),
    ]);
    expect(second.nextCursor).toBeNull();
  }
});
