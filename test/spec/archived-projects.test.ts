import { expect, test } from "vitest";
import { archiveProject, createProject, restoreProject } from "../../src/features/access/manage-projects.ts";
import { linkBody, PAIRS } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { get, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";
import { storedIn } from "./stored.ts";

/** Design: an archived project rejects new links; its links keep redirecting. */

const service = await useService();
const { key } = await service.issueKey();

const owner = {
  type: "member",
  id: "mem_1",
  organizationId: service.organization,
  role: "owner",
  projects: "all",
} as const;
const change = (projectId: string) => ({ projectId, idempotency: null });
const archive = (id: string) => archiveProject(owner, change(id), dependenciesOf(service.env));
const restore = (id: string) => restoreProject(owner, change(id), dependenciesOf(service.env));
const project = async (id: string) => {
  await createProject(owner, { id, name: id, idempotency: null }, dependenciesOf(service.env));
  return id;
};
const create = (projectId: string, idempotencyKey: string, pair?: string, by = key) =>
  post(service, "/v1/links", linkBody(pair, { projectId }), { key: by, idempotencyKey });
const expectArchived = (answer: Awaited<ReturnType<typeof create>>) =>
  expect(expectError(answer, 403, "project_access_denied").message).toBe(
    "The project is archived and takes no new links.",
  );

test("an archived project rejects links of every variant, writes nothing and uses no Idempotency-Key", async () => {
  const id = await project("closed");
  await archive(id);
  const before = await storedIn(service);
  for (const [index, pair] of PAIRS.entries()) expectArchived(await create(id, `archived-${index}`, pair));
  expectArchived(await post(service, "/v1/links", linkBody(undefined, { projectId: id }), { key }));
  expect(await storedIn(service)).toEqual(before);
  const { results } = await service.env.DB.prepare(
    "SELECT link_id FROM delivery_app_pages UNION ALL SELECT link_id FROM availability_checks UNION ALL SELECT link_id FROM activity WHERE link_id IS NOT NULL",
  ).all();
  expect(results).toEqual([]);
  await restore(id);
  for (const [index, pair] of PAIRS.entries()) expectLink(await create(id, `archived-${index}`, pair));
});

test("links of an archived project redirect, can be read, listed and changed, and accept QR codes", async () => {
  const id = await project("season");
  const link = expectLink(await create(id, "in-season"));
  await archive(id);
  expect((await get(service, `/${link.shortId}`)).status).toBe(302);
  expectLink(await get(service, `/v1/links/${link.id}`, { key }), 200);
  const listed = await get(service, `/v1/links?projectId=${id}`, { key });
  expect(listed.json.data.map((each: { id: string }) => each.id)).toEqual([link.id]);
  expect((await get(service, `/v1/visits?projectId=${id}`, { key })).status).toBe(200);
  const path = `/v1/links/${link.id}`;
  const changed = await send(service, "PATCH", path, { customUrl: "https://example.com/later" }, { key });
  expect(changed.status).toBe(200);
  expect((await send(service, "PATCH", path, { status: "inactive" }, { key })).status).toBe(200);
  expect((await send(service, "PATCH", path, { status: "active" }, { key })).status).toBe(200);
  const code = await post(service, `${path}/qr-codes`, { identifier: "shelf" }, { key });
  expect(code.status).toBe(201);
  expect((await get(service, new URL(code.json.data.imageUrl).pathname)).status).toBe(200);
});

test("a retry of a creation from before the archiving is replayed; a different body is a conflict", async () => {
  const id = await project("retried");
  const first = await create(id, "before-archiving");
  const link = expectLink(first);
  await archive(id);
  const again = await create(id, "before-archiving");
  expect([again.headers.get("Idempotent-Replayed"), again.json]).toEqual(["true", first.json]);
  expect(link.projectId).toBe(id);
  expectError(await create(id, "before-archiving", "bigbox_w add_to_cart"), 409, "idempotency_conflict");
});

test("a key without access to a project does not learn that it is archived", async () => {
  const id = await project("secret");
  await archive(id);
  const selected = await service.issueKey({ projects: ["main"] });
  const foreign = await service.issueKey({ organization: "globex", createProjects: ["main"] });
  for (const other of [selected, foreign]) {
    const answer = await create(id, "not-mine", undefined, other.key);
    const { message } = expectError(answer, 403, "project_access_denied");
    expect(message).toBe("The API key has no access to this project.");
  }
});

test("another organization's project with the same id accepts links", async () => {
  const id = await project("shared");
  const { key: theirs } = await service.issueKey({ organization: "globex", createProjects: [id] });
  await archive(id);
  expectArchived(await create(id, "idempotency-ours"));
  expectLink(await create(id, "idempotency-theirs", undefined, theirs));
});

test("creations during the archiving succeed or fail as a whole", async () => {
  const id = await project("busy");
  const requests = Array.from({ length: 6 }, (_, index) => create(id, `idempotency-busy-${index}`));
  const [answers] = await Promise.all([Promise.all(requests), archive(id)]);
  const made = answers.filter(({ status }) => status === 201).length;
  for (const answer of answers) if (answer.status !== 201) expectArchived(answer);
  const rows = await service.env.DB.prepare(
    `SELECT (SELECT count(*) FROM links WHERE project_id = ?1) AS links,
       (SELECT count(*) FROM qr_codes WHERE link_id IN (SELECT id FROM links WHERE project_id = ?1)) AS codes`,
  )
    .bind(id)
    .first();
  expect(rows).toEqual({ links: made, codes: made });
});
