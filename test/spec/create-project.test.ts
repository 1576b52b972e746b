import { describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { get, post } from "../requests.ts";
import type { IssuedKey } from "../service.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const key = await service.issueKey({ createProjects: [] });
const create = (body: unknown, by: IssuedKey = key, idempotencyKey?: string) =>
  post(service, "/v1/projects", body, { key: by.key, ...(idempotencyKey && { idempotencyKey }) });
const fieldsOf = async (body: unknown) =>
  expectError(await create(body), 400, "validation_failed").details?.map(({ field }) => field);

describe("design: POST /v1/projects with projects:write", () => {
  test("creates a project that accepts links immediately", async () => {
    const answer = await create({ id: "spring", name: "Spring campaign" });
    const { data } = answer.json;
    expect([answer.status, data]).toEqual([
      201,
      { id: "spring", name: "Spring campaign", createdAt: expect.stringMatching(/^20.*Z$/) },
    ]);
    const location = answer.headers.get("Location") ?? "";
    expect(location).toBe(`${service.url.origin}/v1/projects/spring`);
    expect((await get(service, new URL(location).pathname, key)).json.data).toEqual(data);
    expectLink(await post(service, "/v1/links", linkBody("custom custom_url", { projectId: "spring" }), key));
  });

  test("derives the id from the name, or requires one if that fails", async () => {
    expect((await create({ name: "Épicerie & Café 2027!" })).json.data.id).toBe("epicerie-cafe-2027");
    expect(await fieldsOf({ name: "春" })).toEqual(["id"]);
    expect(await fieldsOf({ name: "New" })).toEqual(["id"]);
    expect((await create({ id: "haru", name: "春" })).json.data).toMatchObject({ id: "haru", name: "春" });
  });

  test("a retry with the same Idempotency-Key gets the first response; a different body is rejected", async () => {
    const first = await create({ name: "Autumn" }, key, "project-autumn");
    const again = await create({ name: "Autumn" }, key, "project-autumn");
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
    const other = await create({ name: "Winter" }, key, "project-autumn");
    expect(expectError(other, 409, "idempotency_conflict").message).toBe(
      "This Idempotency-Key was already used with a different body. Send the same body or a new key.",
    );
  });

  test("an id in use returns 409 and names it", async () => {
    expect((await create({ id: "taken", name: "First" })).status).toBe(201);
    const { details } = expectError(
      await create({ id: "taken", name: "Second" }),
      409,
      "duplicate_identifier",
    );
    expect(details?.map(({ field }) => field)).toEqual(["id"]);
  });

  test.each<[unknown, string[]]>([
    [{}, ["name"]],
    [{ name: " " }, ["name"]],
    [{ id: "-a", name: "A" }, ["id"]],
    [{ id: "a b", name: "A" }, ["id"]],
    [{ id: "new", name: "A" }, ["id"]],
    [{ name: "A", brand: { name: "B" } }, ["brand"]],
  ])("%j is rejected for %j", async (body, fields) => {
    expect(await fieldsOf(body)).toEqual(fields);
  });

  test("a key without the scope or with access to only some projects is rejected", async () => {
    const reader = await service.issueKey({ scopes: ["projects:read"] });
    expectError(await create({ name: "Reader" }, reader), 403, "insufficient_scope");
    const limited = await service.issueKey({ projects: ["spring"] });
    const refused = await create({ name: "Limited" }, limited);
    expect(expectError(refused, 403, "project_access_denied").message).toContain("limited to some projects");
    for (const id of ["reader", "limited"])
      expectError(await get(service, `/v1/projects/${id}`, key), 404, "not_found");
  });
});

test("a key without any project gets an error when it writes", async () => {
  const nowhere = await service.issueKey({ projects: [] });
  const refused = await post(service, "/v1/links", linkBody(), nowhere);
  expect(expectError(refused, 403, "project_access_denied").message).toContain(
    "has no access to any project",
  );
});
