import { expect, test } from "vitest";
import { patchFor } from "../../src/features/links/links-change.ts";
import { linkBody } from "../bodies.ts";
import { get, post } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService({}, "acme");
const { key } = await service.issueKey({ organization: "acme", createProjects: ["main"] });

const COMPOSED = "Caf\u00e9";
const DECOMPOSED = "Cafe\u0301";

test("lists find a tag by what it looks like, and it is stored as sent", async () => {
  const body = linkBody("custom custom_url", {
    projectId: "main",
    tracking: { tags: [DECOMPOSED, ` ${COMPOSED}`] },
  });
  const made = await post(service, "/v1/links", body, { key });
  expect(made.status).toBe(201);
  for (const tag of [COMPOSED, DECOMPOSED, ` ${COMPOSED} `]) {
    const { json } = await get(service, `/v1/links?tag=${encodeURIComponent(tag)}`, { key });
    expect(json).toMatchObject({ data: [{ name: "Spring campaign" }] });
  }
  const stored = await service.env.DB.prepare(
    "SELECT content ->> '$.tracking.tags' AS tags FROM links",
  ).first("tags");
  expect(stored).toBe(JSON.stringify([DECOMPOSED, ` ${COMPOSED}`]));
});

test("a tag that a link has in another form is not added again, and is removed", () => {
  const link = { status: "active", tracking: { tags: [DECOMPOSED, "b"] } } as const;
  expect(
    patchFor({ ...link, tracking: { tags: [...link.tracking.tags] } }, { addTags: [COMPOSED, " b"] }),
  ).toEqual({});
  expect(
    patchFor({ ...link, tracking: { tags: [...link.tracking.tags] } }, { removeTags: [COMPOSED] }),
  ).toEqual({
    tracking: { tags: ["b"] },
  });
});

test.each(["\u200b", " ", "a", "\u200ba", "\u{1F9C0}", "\u5bff\u53f8", "."])(
  "the name %j is taken",
  async (name) => {
    const { status } = await post(
      service,
      "/v1/links",
      linkBody("custom custom_url", { projectId: "main", name }),
      { key },
    );
    expect(status).toBe(201);
  },
);
