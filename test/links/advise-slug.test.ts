import { expect, test } from "vitest";
import { type AdviseSlugInput, adviseSlug } from "../../src/features/links/advise-address.ts";
import { freeNameRows } from "../../src/features/links/preview-links.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { memberOf, programWith } from "../actors.ts";
import { linkBody } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { storedLink } from "./links.ts";

const service = await useService({}, "acme");
await service.issueKey({ createProjects: ["main", "side"] });
const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
const used = { ...dependenciesOf(service.env), db: service.env.DB, origins };
const owner = memberOf("owner");
const other = await storedLink(service.env.DB, { slug: "soup" }, { slugs: ["soup"] });
const own = await storedLink(service.env.DB, { slug: "stew" }, { slugs: ["stew"] });
const url = (name: string) => `https://go.example/${name}`;

const advise = (input: Partial<AdviseSlugInput>, actor: Parameters<typeof adviseSlug>[0] = owner) =>
  adviseSlug(actor, { slug: "", name: "", linkId: null, projectId: "", ...input }, used);

test("a typed slug is free, own, taken or invalid", async () => {
  expect(await advise({ slug: " Bread " })).toEqual({
    slug: "bread",
    state: "free",
    url: url("bread"),
    problem: undefined,
    suggestion: null,
  });
  expect(await advise({ slug: "stew", linkId: own.id })).toMatchObject({ state: "own", suggestion: null });
  const taken = await advise({ slug: "soup", linkId: own.id });
  expect(taken).toMatchObject({ slug: "soup", state: "taken", url: url("soup") });
  expect(taken.suggestion).toMatch(/^soup-/);
  expect(await advise({ slug: "soup" })).toMatchObject({ state: "taken" });
  expect(await advise({ slug: "stew", projectId: "main" })).toMatchObject({ state: "taken" });
  const { suggestion, problem, ...wrong } = await advise({ slug: "a soup!" });
  expect(wrong).toEqual({ slug: "a soup!", state: "wrong", url: url(String(suggestion)) });
  expect([suggestion, typeof problem]).toEqual(["a-soup", "string"]);
});

test("without a slug, a free slug is suggested from the name", async () => {
  expect(await advise({ name: "Fresh Bread" })).toEqual({
    slug: "",
    state: "none",
    url: url("fresh-bread"),
    problem: undefined,
    suggestion: "fresh-bread",
  });
  expect(await advise({ name: "Stew", linkId: own.id })).toMatchObject({ suggestion: "stew" });
  const { suggestion } = await advise({ name: "Soup", linkId: own.id });
  expect(suggestion).toMatch(/^soup-/);
  expect(await advise({ name: "" })).toMatchObject({ state: "none", url: "", suggestion: null });
});

test("requires write access to the link and its project", async () => {
  const code = (expected: string) => expect.objectContaining({ code: expected });
  const reader = programWith(["links:read"]);
  await expect(advise({ slug: "a" }, reader)).rejects.toThrow(code("insufficient_scope"));
  const ofSide = { ...owner, projects: ["side"] };
  await expect(advise({ projectId: "main" }, ofSide)).rejects.toThrow(code("project_access_denied"));
  expect(await advise({ slug: "bread", projectId: "side" }, ofSide)).toMatchObject({ state: "free" });
  expect(await advise({ slug: "bread" }, ofSide)).toMatchObject({ state: "free" });
  await expect(advise({ linkId: own.id }, memberOf("owner", "globex"))).rejects.toThrow(code("not_found"));
  await expect(advise({ linkId: "lnk_none" })).rejects.toThrow(code("not_found"));
});

test("a row gets its slug unless a link or an earlier row has it", async () => {
  await service.env.DB.prepare(
    `INSERT INTO domains (host, organization_id, project_id, token, created_at, confirmed_at)
     VALUES ('go.side.example', 'acme', 'side', hex(randomblob(16)), '2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.000Z')`,
  ).run();
  used.domains.forget();
  // The slug of each row, and its project: that with a domain has slugs of its own.
  const slugs = [
    ["soup"],
    ["bread"],
    [],
    ["bread"],
    ["cake"],
    ["undefined"],
    [],
    ["bread", "side"],
    ["soup", "side"],
    ["bread", "side"],
  ];
  const rows = slugs.map(([slug, projectId = "main"], index) => ({
    index: index + 10,
    definition: parseDefinition(linkBody(undefined, { projectId, ...(slug !== undefined && { slug }) })),
  }));
  const { accepted, rejected } = await freeNameRows("acme", rows, used);
  expect(accepted.map(({ index }) => index)).toEqual([11, 12, 14, 15, 16, 17, 18]);
  expect([...rejected].map(([index, error]) => [index, (error as { code: string }).code])).toEqual([
    [10, "duplicate_slug"],
    [13, "duplicate_slug"],
    [19, "duplicate_slug"],
  ]);
  const without = rows.slice(2, 3);
  expect(await freeNameRows("acme", without, used)).toEqual({ accepted: without, rejected: new Map() });
  expect(other.slug).toBe("soup");
});
