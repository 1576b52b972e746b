import { expect, test } from "vitest";
import { adviseSlug } from "../../src/features/links/advise-address.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { CREATED, storedLink } from "./links.ts";
import { listing } from "./listing.ts";

const service = await useService({}, "acme");
await service.issueKey({ createProjects: ["main", "side"] });
await service.issueKey({ organization: "globex" });
const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
const used = { ...dependenciesOf(service.env), db: service.env.DB, origins, now: () => CREATED };
const owner = memberOf("owner");

test("a taken slug is reported as taken, even if longer than any suggestion", async () => {
  const slug = `${"long-".repeat(10)}soup`;
  await storedLink(service.env.DB, { slug }, { slugs: [slug] });
  const typed = { slug, name: "", linkId: null, projectId: "" };
  const advice = await adviseSlug(owner, typed, used);
  expect(advice).toMatchObject({ slug, state: "taken" });
  expect(advice.suggestion?.length).toBeLessThan(slug.length);
});

test("checking an existing link's slug needs access only to its own project", async () => {
  const { id } = await storedLink(service.env.DB);
  const ofMain = { ...owner, projects: ["main"] };
  const typed = { slug: "stew", name: "", projectId: "side" };
  expect(await adviseSlug(ofMain, { ...typed, linkId: id }, used)).toMatchObject({ state: "free" });
  await expect(adviseSlug(ofMain, { ...typed, linkId: null }, used)).rejects.toMatchObject({
    code: "project_access_denied",
  });
});

test("a cursor works only for its own order and organization", async () => {
  for (const name of ["A", "B"]) await storedLink(service.env.DB, { name });
  const { nextCursor } = await listing(owner, used)({ order: "name", limit: 1 });
  const cursor = nextCursor ?? "";
  const rejected = expect.objectContaining({ code: "validation_failed" });
  await expect(listing(owner, used)({ order: "changed", limit: 1, cursor })).rejects.toThrow(rejected);
  const stranger = listing(memberOf("owner", "globex"), used);
  await expect(stranger({ order: "name", limit: 1, cursor })).rejects.toThrow(rejected);
  const second = await listing(owner, used)({ order: "name", limit: 1, cursor });
  expect(second.links.map(({ link }) => link.name)).toEqual(["B"]);
});
