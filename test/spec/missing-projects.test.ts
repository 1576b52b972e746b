import { expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { storedIn } from "./stored.ts";

/** A key that reaches all projects of its organization learns from the write alone that one does not exist. */

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

test("a project that does not exist, or is another organization's: 403, nothing is written, no key is used up", async () => {
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

test("a key with a row for each follower: 403, and no row of any", async () => {
  const body = linkBody("delivery_app shopping_list", { projectId: "missing" });
  expectDenied(await post(service, "/v1/links", body, { key }));
  const { results } = await service.env.DB.prepare("SELECT link_id FROM delivery_app_pages").all();
  expect(results).toEqual([]);
});

test("design: the project is judged before idempotency and before URLs", async () => {
  expectLink(await create("main", "idempotency-order"));
  expectDenied(await create("missing", "idempotency-order"));
  expectError(await create("main", "idempotency-order", { name: "Other" }), 409, "idempotency_conflict");
  expectDenied(await create("missing", "idempotency-url", { customUrl: "https://a:b@example.com/" }));
});
