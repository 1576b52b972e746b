import { expect, test } from "vitest";
import { linkStore } from "../../src/features/links/link-store.ts";
import { taggedLinks } from "../../src/features/links/tag-store.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { post, send } from "../requests.ts";
import { issueKey } from "../service.ts";
import { useService } from "../use-service.ts";
import { fillLinks } from "./many-links.ts";

const service = await useService();
const { DB } = service.env;
for (const organization of ["acme", "globex"])
  await issueKey(DB, { organization, createProjects: ["main", "shop", "rare"] });
await fillLinks(DB, 44);
const all = { organizationId: "acme", projects: "all" } as const;
const ofShop = { organizationId: "acme", projects: ["shop"] };

test("finds links with a tag within projects, and reports too many", async () => {
  // Of 11 links in four, one is another organization's.
  expect((await taggedLinks(DB, 10)(all, "sale")).size).toBe(10);
  expect([...new Set((await taggedLinks(DB, 10)(ofShop, "sale")).values())]).toEqual(["shop"]);
  const message = "is a tag of more than 9 links. Filter by project instead";
  await expect(taggedLinks(DB, 9)(all, "sale")).rejects.toMatchObject({
    code: "validation_failed",
    details: [{ field: "tag", message }],
  });
  expect([...(await taggedLinks(DB)(all, "rare-tag")).values()]).toEqual(["rare"]);
});

test("a link has its latest tags without duplicates, also after other changes", async () => {
  const key = await service.issueKey();
  const tracking = (...tags: string[]) => ({ tracking: { tags } });
  const { id } = expectLink(
    await post(service, "/v1/links", linkBody("custom custom_url", tracking("a", "b", "a")), key),
  );
  const scope = { organizationId: service.organization, projects: "all" } as const;
  const tagged = async () => {
    const found = await Promise.all(
      ["a", "b", "c"].map(async (tag) => [tag, await taggedLinks(DB)(scope, tag)] as const),
    );
    return found.filter(([, links]) => links.has(id)).map(([tag]) => tag);
  };
  expect(await tagged()).toEqual(["a", "b"]);
  for (const [patch, expected] of [
    [tracking("b", "c"), ["b", "c"]],
    [{ name: "Renamed" }, ["b", "c"]],
    [tracking(), []],
    [tracking("c"), ["c"]],
    [{ tracking: null }, []],
  ] as const) {
    const answer = await send(service, "PATCH", `/v1/links/${id}`, patch, key);
    expect([answer.status, await tagged()]).toEqual([200, expected]);
  }
  expect((await linkStore(DB).find(id))?.name).toBe("Renamed");
});
