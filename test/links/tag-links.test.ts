import { afterAll, expect, test } from "vitest";
import type { OrganizationActor } from "../../src/features/access/actor.ts";
import { changeLink } from "../../src/features/links/change-link.ts";
import { changeLinks } from "../../src/features/links/change-links.ts";
import { getLink } from "../../src/features/links/get-link.ts";
import { type LinksChange, patchFor } from "../../src/features/links/links-change.ts";
import { idempotencyRequest } from "../../src/features/writes/claim.ts";
import { gatherWork } from "../../src/ground/platform/background.ts";
import { openDependencies } from "../../src/wiring.ts";
import { memberOf, programWith } from "../actors.ts";
import { useService } from "../use-service.ts";
import { storedLink } from "./links.ts";

const service = await useService({}, "acme");
await service.issueKey({ createProjects: ["main"] });
const editor = memberOf("editor");
const { waitUntil, settled } = gatherWork();
afterAll(settled);
const logged: unknown[][] = [];
const used = {
  ...openDependencies(service.env, waitUntil),
  origins: { shortLink: "https://go.example", api: "https://go.example", problem: null },
  log: (...line: unknown[]) => void logged.push(line),
};

const linkWith = (tags?: string[]) =>
  storedLink(service.env.DB, tags === undefined ? {} : { tracking: { tags } });
const tagsOf = async (id: string) => (await getLink(editor, id, used)).link.tracking?.tags;
const versionOf = async (id: string) => (await getLink(editor, id, used)).link.version;
let forms = 0;
/** Changes the links as one form does; `before` runs before each link is changed, with its id. */
async function change(
  linkIds: readonly string[],
  wanted: LinksChange,
  {
    actor = editor,
    form = `form-${++forms}`,
    before = async () => {},
  }: { actor?: OrganizationActor; form?: string; before?: (linkId: string) => Promise<void> } = {},
) {
  const outcomes = await changeLinks(
    actor,
    {
      edits: linkIds.map((linkId) => ({ linkId, patch: (link) => patchFor(link, wanted), expected: null })),
      writeOf: async (linkId) => {
        await before(linkId);
        return {
          ...(await idempotencyRequest("acme", "POST", `/test#${linkId}`, form, [wanted])),
          receipt: () => linkId,
        };
      },
    },
    used,
  );
  return outcomes.map(({ error, isChanged }) => error ?? (isChanged ? "changed" : "unchanged"));
}

test("a tag is appended to links without it, and removed from links with it", async () => {
  const links = [
    await linkWith(),
    await linkWith(["a"]),
    await linkWith(["tag", "b"]),
    await linkWith(["tag"]),
  ];
  const ids = links.map(({ id }) => id);
  const tags = () => Promise.all(ids.map(tagsOf));
  expect(await change(ids, { addTags: ["tag"] })).toEqual(["changed", "changed", "unchanged", "unchanged"]);
  expect(await tags()).toEqual([["tag"], ["a", "tag"], ["tag", "b"], ["tag"]]);
  expect(await Promise.all(ids.map(versionOf))).toEqual([2, 2, 1, 1]);
  expect(await change(ids, { removeTags: ["tag"] })).toEqual(Array(4).fill("changed"));
  expect(await tags()).toEqual([undefined, ["a"], ["b"], undefined]);
  expect(await change(ids, { removeTags: ["tag"] })).toEqual(Array(4).fill("unchanged"));
  expect(await Promise.all(ids.map(versionOf))).toEqual([3, 3, 2, 2]);
});

test("a repeated form leaves finished links alone", async () => {
  const { id } = await linkWith(["a"]);
  const sent = () => change([id], { addTags: ["b"] }, { form: "the-same" });
  expect(await sent()).toEqual(["changed"]);
  await change([id], { removeTags: ["b"] });
  expect(await sent()).toEqual(["changed"]);
  expect(await tagsOf(id)).toEqual(["a"]);
});

test("concurrent tags are preserved, and a rejected link does not affect others", async () => {
  const [raced, full] = [
    await linkWith(["a"]),
    await linkWith(Array.from({ length: 100 }, (_, n) => `t${n}`)),
  ];
  const missing = raced.id.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  const ids = [raced.id, full.id, missing];
  const all = await Promise.all(["b", "c"].map((tag) => change([raced.id], { addTags: [tag] })));
  expect(all.flat()).toEqual(["changed", "changed"]);
  expect((await tagsOf(raced.id))?.toSorted()).toEqual(["a", "b", "c"]);
  expect(await change(ids, { addTags: ["d"] })).toEqual(["changed", "validation_failed", "not_found"]);
  expect(await tagsOf(raced.id)).toContain("d");
  expect(await tagsOf(full.id)).toHaveLength(100);
});

test("changing links requires write access in the same organization", async () => {
  const { id } = await linkWith(["a"]);
  for (const actor of [memberOf("viewer"), programWith(["links:read"])])
    await expect(change([id], { addTags: ["b"] }, { actor })).rejects.toMatchObject({
      code: "insufficient_scope",
    });
  expect(await change([id], { addTags: ["b"] }, { actor: memberOf("owner", "globex") })).toEqual([
    "not_found",
  ]);
  const patch = { tracking: { tags: ["c"] } };
  await changeLink(editor, { linkId: id, patch, expected: null, idempotency: null }, used);
  expect(await tagsOf(id)).toEqual(["c"]);
});
