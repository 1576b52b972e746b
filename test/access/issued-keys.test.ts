import { expect, test } from "vitest";
import { issueKey as issueKeyVerb, type KeyRequest } from "../../src/features/access/issue-key.ts";
import { madeBy } from "../../src/features/writes/claim.ts";
import { memberOf } from "../actors.ts";
import { code, job, later, request, startKeyService } from "./keys.ts";

const { service, deps, issue, rows } = await startKeyService();
await service.issueKey({ createProjects: ["own", "second"] });
const owner = memberOf("owner");
const issueAs = async (actor: typeof owner | typeof job, changes: Partial<KeyRequest>) =>
  madeBy(await issueKeyVerb(actor, { request: request(changes), idempotency: null }, deps()));
/** The recorded changes of a new key, by field. */
const noted = async (id: string) => {
  const [entry] = await rows(
    `SELECT changes FROM activity WHERE object_type = 'api_key' AND object_id = '${id}'`,
  );
  const changes = JSON.parse(String(entry?.changes)) as { field: string; to: unknown }[];
  return Object.fromEntries(changes.map(({ field, to }) => [field, to]));
};

test.each([owner, job])(
  "a key of some projects is stored, given back and noted with these, each once: %o",
  async (actor) => {
    const expiresAt = later(1_000).toISOString();
    const asked = {
      projects: ["own", "second", "own"],
      scopes: ["links:read", "links:read"] as const,
      expiresAt,
    };
    const issued = await issueAs(actor, asked);
    const wanted = { projects: ["own", "second"], scopes: ["links:read"], expiresAt };
    expect(issued).toMatchObject(wanted);
    expect(await deps().apiKeys.find(issued.id)).toMatchObject({
      ...wanted,
      issuedBy: { type: actor.type, id: actor.id },
    });
    expect(await noted(issued.id)).toMatchObject(wanted);
  },
);

test("a key for all projects without an expiry is stored and recorded as such, and creates no project", async () => {
  const before = await rows("SELECT id FROM projects ORDER BY id");
  const issued = await issueAs(owner, {});
  expect(await deps().apiKeys.find(issued.id)).toMatchObject({ projects: "all", expiresAt: null });
  expect(await noted(issued.id)).not.toHaveProperty("expiresAt");
  expect(await rows("SELECT id FROM projects ORDER BY id")).toEqual(before);
});

test("a job creates the named key, project and organization, and each is recorded as new", async () => {
  const { id } = await issue({ organization: "fresh-one", createProjects: ["only"] });
  expect(await deps().apiKeys.find(id)).toMatchObject({ organizationId: "fresh-one" });
  expect(await rows("SELECT id FROM projects WHERE organization_id = 'fresh-one'")).toEqual([{ id: "only" }]);
  await expect(issue({ organization: "fresh-one", createProjects: ["only", "a b"] })).rejects.toEqual(
    code("validation_failed"),
  );
});

test("an existing project is not recorded as new, even if another project was created at the same moment", async () => {
  const notes = (organization: string) =>
    rows(`SELECT id FROM activity WHERE object_type = 'project' AND organization_id = '${organization}'`);
  await issue({ organization: "first-one", projects: ["same"] }, later(-1));
  await issue({ organization: "another-one", projects: ["same"] });
  await issue({ organization: "first-one", projects: ["same"] });
  expect([await notes("first-one"), await notes("another-one")].map(({ length }) => length)).toEqual([1, 1]);
  const theirs = memberOf("owner", "another-one");
  await issueAs(theirs, { organization: "another-one", projects: ["same"] });
  expect(await notes("another-one")).toHaveLength(1);
});
