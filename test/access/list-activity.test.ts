import { beforeAll, describe, expect, test } from "vitest";
import { createWebhook } from "../../src/extras/webhooks/manage-webhooks.ts";
import type { MemberActor } from "../../src/features/access/actor.ts";
import { type ListActivityInput, listActivity } from "../../src/features/access/list-activity.ts";
import { changeTimeZone } from "../../src/features/access/manage-organizations.ts";
import { archiveProject, createProject } from "../../src/features/access/manage-projects.ts";
import { visibleActivity } from "../../src/features/access/permissions.ts";
import { revokeKey } from "../../src/features/access/rotate-key.ts";
import { addDomain } from "../../src/features/addresses/manage-domains.ts";
import { setCodeStyle } from "../../src/features/qr-codes/set-code-style.ts";
import { shareReport } from "../../src/features/visits/share-report.ts";
import { ACTIVITY_OBJECTS, type Activity } from "../../src/features/writes/activity.ts";
import type { ListedActivity } from "../../src/features/writes/activity-list-store.ts";
import { activityStatements } from "../../src/features/writes/activity-statements.ts";
import { newId } from "../../src/ground/core/ids.ts";
import { memberOf } from "../actors.ts";
import { linkBody } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { expectLink } from "../expectations.ts";
import { post, send } from "../requests.ts";
import { type SharedService, useService } from "../use-service.ts";

let service: SharedService;
let key: { id: string; key: string };
let linkId: string;
const member = (role: MemberActor["role"] = "owner", organizationId = "acme"): MemberActor => ({
  ...memberOf(role, organizationId),
  id: "mem_ada",
});
const owner = member();

/** A member of acme, by name. */
const addMember = (name: string, role: MemberActor["role"]) => {
  const sql = `INSERT INTO members (id, organization_id, email, role, created_at)
    VALUES ('mem_' || ?1, 'acme', ?1 || '@example.com', ?2, '2026-11-01T00:00:00.000Z')`;
  return service.env.DB.prepare(sql).bind(name, role).run();
};

/** The activity of acme, oldest first. In globex, a key with a project and a link. */
beforeAll(async () => {
  service = await useService({}, "acme");
  key = await service.issueKey({ createProjects: ["main", "other"] });
  await addMember("ada", "owner");
  const link = expectLink(await post(service, "/v1/links", linkBody(), key));
  linkId = link.id;
  await post(service, `/v1/links/${linkId}/qr-codes`, { identifier: "shelf", name: "Shelf" }, key);
  await send(service, "PATCH", `/v1/links/${linkId}`, { name: "Autumn campaign" }, key);
  expectLink(await post(service, "/v1/links", linkBody(undefined, { projectId: "other" }), key));
  const dependencies = dependenciesOf(service.env);
  await createProject(owner, { id: "season", name: "Season", idempotency: null }, dependencies);
  await archiveProject(owner, { projectId: "season", idempotency: null }, dependencies);
  const { id } = await service.issueKey();
  await revokeKey(owner, { id }, { ...dependencies, now: () => new Date() });

  const theirs = await service.issueKey({ organization: "globex", createProjects: ["main"] });
  expectLink(await post(service, "/v1/links", linkBody(), theirs));
});

const page = (input: Partial<ListActivityInput> = {}, actor = owner) =>
  listActivity(actor, { limit: 100, ...input }, dependenciesOf(service.env));
const list = async (input?: Partial<ListActivityInput>, actor?: MemberActor) =>
  (await page(input, actor)).entries;
const objects = (entries: ListedActivity[]) => entries.map(({ object }) => `${object.type} ${object.name}`);

test("an owner sees all activity of the organization, newest first, with names", async () => {
  const entries = await list();
  const times = entries.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().reverse());
  expect(objects(entries).sort()).toEqual(
    [
      ...["api_key test", "api_key test", "api_key test"],
      ...["link Autumn campaign", "link Autumn campaign", "link Spring campaign"],
      ...["project Season", "project Season", "project main", "project other"],
      "qr_code Shelf",
    ].sort(),
  );
  expect(entries.find(({ object }) => object.type === "qr_code")).toMatchObject({
    organizationId: "acme",
    actor: { type: "api_key", id: key.id, name: "test" },
    object: { type: "qr_code", id: `qr_${linkId}_shelf`, name: "Shelf" },
    linkId,
    destination: "https://example.com/welcome",
    changes: expect.arrayContaining([{ field: "identifier", to: "shelf" }]),
  });
  const archived = entries.find(({ changes }) => changes?.some(({ field }) => field === "archivedAt"));
  expect(archived).toMatchObject({
    actor: { type: "member", id: "mem_ada", name: "ada@example.com" },
    object: { type: "project", id: "season", name: "Season" },
    linkId: null,
    destination: null,
  });
});

test.each(["editor", "viewer"] as const)("%s: sees only links and QR codes", async (role) => {
  const seen = await list({}, member(role));
  expect(objects(seen).sort()).toEqual(
    ["link Autumn campaign", "link Autumn campaign", "link Spring campaign", "qr_code Shelf"].sort(),
  );
  for (const kind of ["api_key", "project", "member", "shared_report"] as const) {
    expect(await page({ kind }, member(role))).toMatchObject({ entries: [], nextCursor: null });
  }
  expect(await list({ kind: "qr_code" }, member(role))).toHaveLength(1);
  // No other filter shows an owner's changes of a project.
  expect(await list({ actor: { type: "member", id: "mem_ada" } }, member(role))).toEqual([]);
  expect(await list({ projectId: "season" }, member(role))).toEqual([]);
});

test("the activity of another organization is never visible", async () => {
  const theirs = await list({}, member("owner", "globex"));
  expect(theirs.map(({ organizationId }) => organizationId)).toEqual(Array(3).fill("globex"));
  for (const filter of [
    { actor: { type: "api_key", id: key.id } as const },
    { projectId: "other" },
    { projectId: "season" },
  ]) {
    expect(await list(filter, member("owner", "globex"))).toEqual([]);
  }
});

describe("filters", () => {
  test.each(ACTIVITY_OBJECTS)("by the object %s", async (kind) => {
    const wanted = (await list()).filter(({ object }) => object.type === kind);
    expect(await list({ kind })).toEqual(wanted);
  });

  test.each([
    [{ type: "member", id: "mem_ada" }, 3],
    [{ type: "job", id: "test" }, 4],
    [{ type: "member", id: "test" }, 0],
  ] as const)("by the actor %j", async (actor, number) => {
    const found = await list({ actor });
    expect(found).toHaveLength(number);
    for (const entry of found) expect(entry.actor).toMatchObject(actor);
  });

  test("by actor and object", async () => {
    const actor = { type: "member", id: "mem_ada" } as const;
    expect(objects(await list({ actor, kind: "api_key" }))).toEqual(["api_key test"]);
    expect(await list({ actor, kind: "link" })).toEqual([]);
  });

  test("by every kind of object, each under its own name", async () => {
    const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
    const used = { ...dependenciesOf(service.env), origins, ownHosts: { names: [], routes: [] } };
    const view = { filter: {}, period: { days: 30 }, interval: "day" as const };
    await shareReport(
      owner,
      { name: "For the agency", note: "", view, expiresAt: null, idempotency: null },
      used,
    );
    await addDomain(owner, { organizationId: "acme", host: "go.brand.example" }, used);
    await setCodeStyle(owner, { projectId: "main", style: { color: "#112233" }, idempotency: null }, used);
    await changeTimeZone(owner, { organizationId: "acme", timeZone: "Europe/Paris" }, used);
    const url = "https://hooks.brand.example/links";
    await createWebhook(owner, { url, types: null, description: "", idempotency: null }, used);
    for (const [kind, object] of [
      ["webhook", url],
      ["shared_report", "For the agency"],
      ["domain", "go.brand.example"],
      ["code_style", "main"],
      ["organization", "acme"],
    ] as const) {
      expect(objects(await list({ kind }))).toEqual([`${kind} ${object}`]);
      expect(objects(await list())).toContain(`${kind} ${object}`);
    }
    expect(objects(await list({ kind: "api_key" }))).not.toContain("api_key For the agency");
    // A style belongs to its project.
    expect(objects(await list({ kind: "code_style", projectId: "main" }))).toEqual(["code_style main"]);
    expect(visibleActivity(member("editor"))).toEqual(["link", "qr_code"]);
  });

  test("by project: the project, its links and their QR codes", async () => {
    expect(objects(await list({ projectId: "main" })).sort()).toEqual(
      [
        "code_style main",
        "link Autumn campaign",
        "link Autumn campaign",
        "project main",
        "qr_code Shelf",
      ].sort(),
    );
    expect(objects(await list({ projectId: "other", kind: "link" }))).toEqual(["link Spring campaign"]);
    expect(objects(await list({ projectId: "season" }))).toEqual(["project Season", "project Season"]);
    expect(await list({ projectId: "ghost" })).toEqual([]);
  });

  test("by period, with an exclusive end", async () => {
    const [newest, ...older] = await list();
    const at = new Date(newest?.at ?? "");
    const later = new Date(at.getTime() + 1);
    expect(await list({ from: at, to: later })).toContainEqual(newest);
    expect(await list({ to: at })).toEqual(older.filter((entry) => entry.at < at.toISOString()));
    expect(await list({ from: later })).toEqual([]);
  });
});

describe("pages", () => {
  test.each<Partial<ListActivityInput>>([{}, { kind: "link" }, { kind: "project" }, { projectId: "main" }])(
    "of %j give every entry once",
    async (filter) => {
      const all = await list(filter);
      const seen: ListedActivity[] = [];
      let cursor: string | undefined;
      do {
        const next = await page({ ...filter, limit: 2, cursor });
        expect(next.entries.length).toBeLessThanOrEqual(2);
        seen.push(...next.entries);
        cursor = next.nextCursor ?? undefined;
      } while (cursor);
      expect(seen).toEqual(all);
      expect((await page({ ...filter, limit: all.length })).nextCursor).toBeNull();
    },
  );

  test("reject a cursor of another list, and limits out of bounds", async () => {
    const { nextCursor } = await page({ limit: 1 });
    const cursor = nextCursor ?? "";
    const [from, to, actor] = [new Date(0), new Date(), { type: "member", id: "mem_1" }] as const;
    const filters = [{ kind: "link" }, { projectId: "main" }, { actor }, { from }, { to }] as const;
    for (const wrong of [
      page({ limit: 1, cursor }, member("owner", "globex")),
      ...filters.map((filter) => page({ limit: 1, cursor, ...filter })),
      page({ limit: 1, cursor: `${cursor}x` }),
      page({ limit: 0 }),
      page({ limit: 101 }),
    ]) {
      await expect(wrong).rejects.toMatchObject({ code: "validation_failed" });
    }
  });
});

test("with an owner's cursor show an editor only links and codes", async () => {
  const { nextCursor } = await page({ limit: 1 });
  const seen = await list({ cursor: nextCursor ?? "" }, member("editor"));
  expect(new Set(seen.map(({ object }) => object.type))).toEqual(new Set(["link", "qr_code"]));
});

test("a former member has no name, and changes too large for a list are omitted", async () => {
  const activity: Activity = {
    id: newId("act", new Date("2026-01-01T00:00:00.000Z")),
    organizationId: "acme",
    at: "2026-01-01T00:00:00.000Z",
    actor: { type: "member", id: "mem_gone" },
    object: { type: "member", id: "mem_gone" },
    changes: [{ field: "role", to: "x".repeat(20_001) }],
  };
  await service.env.DB.batch(activityStatements(service.env.DB, activity));
  expect(await list({ kind: "member" })).toEqual([
    {
      ...activity,
      actor: { type: "member", id: "mem_gone", name: null },
      object: { type: "member", id: "mem_gone", name: null },
      ...{ changes: null, linkId: null, destination: null },
    },
  ]);
});

test("a viewer sees no email address but its own", async () => {
  const { DB } = service.env;
  await addMember("eve", "editor");
  await addMember("vic", "viewer");
  const newest = "SELECT MAX(id) AS id FROM activity WHERE organization_id = 'acme' AND object_type = 'link'";
  const write = (await DB.prepare(newest).first<string>("id")) ?? "";
  const names = async (actor: MemberActor) => {
    const entries = await list({ kind: "link" }, actor);
    return entries.filter(({ id }) => id === write).map(({ actor: { id, name } }) => [id, name]);
  };
  const note = DB.prepare("UPDATE activity SET actor_type = 'member', actor_id = ?1 WHERE id = ?2");
  const by = (id: string) => note.bind(id, write).run();
  const [ofCode] = await list({ kind: "qr_code" }, { ...member("viewer"), id: "mem_vic" });
  expect(ofCode?.actor).toMatchObject({ type: "api_key", name: "test" });
  await by("mem_eve");
  expect(await names(owner)).toEqual([["mem_eve", "eve@example.com"]]);
  expect(await names(member("editor"))).toEqual([["mem_eve", "eve@example.com"]]);
  expect(await names({ ...member("viewer"), id: "mem_vic" })).toEqual([["mem_eve", null]]);
  await by("mem_vic");
  expect(await names({ ...member("viewer"), id: "mem_vic" })).toEqual([["mem_vic", "vic@example.com"]]);
});
