import { expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { storedIn } from "./stored.ts";

/** A key for all projects learns only from the write that a project does not exist. */

const service = await useService();
const { key } = await service.issueKey();
await service.issueKey({ organization: "other", createProjects: ["theirs"] });

const create = (projectId: string, idempotencyKey: string, fields = {}) =>
  post(service, "/v1/links", linkBody("custom custom_url", { projectId, ...fields }), {
    key,
    idempotencyKey,
  });
const expectDenied = (answer: Awaited<ReturnType<typeof create>>) =>
  expectError(answer, 403, "project_access_denied");

test("a missing or foreign project: 403, nothing is written, no Idempotency-Key is used up", async () => {
  const before = await storedIn(service);
  for (const project of ["missing", "theirs"]) {
    expectDenied(await create(project, `idempotency-${project}`));
    expect(await storedIn(service)).toEqual(before);
    expectLink(await create("main", `idempotency-${project}`));
    before.links++;
    before.qr_codes++;
    before.redirects++;
    before.idempotency_claims++;
    before.replays++;
  }
});

test("links with pages, shops and availability: 403, and none of their rows is written", async () => {
  const body = linkBody("delivery_app shopping_list", { projectId: "missing" });
  expectDenied(await post(service, "/v1/links", body, { key }));
  const { results } = await service.env.DB.prepare("SELECT link_id FROM delivery_app_pages").all();
  expect(results).toEqual([]);
});

test("design: the project is checked before idempotency and URLs", async () => {
  expectLink(await create("main", "idempotency-order"));
  expectDenied(await create("missing", "idempotency-order"));
  expectError(await create("main", "idempotency-order", { name: "Other" }), 409, "idempotency_conflict");
  expectDenied(await create("missing", "idempotency-url", { customUrl: "https://a:b@example.com/" }));
});
