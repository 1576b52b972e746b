import { describe, expect, test } from "vitest";
import type { Actor, OrganizationActor, Role } from "../../src/features/access/actor.ts";
import {
  mayKnowMember,
  requireNamedProject,
  requireOwned,
  requireProjectEditor,
  requireScope,
  visibleActivity,
} from "../../src/features/access/permissions.ts";
import { projectStore } from "../../src/features/access/project-store.ts";
import { ACTIVITY_OBJECTS } from "../../src/features/audit/activity.ts";
import { OPERATOR } from "../dependencies.ts";
import { useService } from "../use-service.ts";

const service = await useService({}, "acme");
await service.issueKey({ createProjects: ["main", "other"] });
await service.issueKey({ organization: "globex", createProjects: ["theirs"] });

const key = (projects: "all" | string[], organizationId = "acme"): Actor => ({
  type: "api_key",
  id: "key_1",
  organizationId,
  scopes: [],
  projects,
});
const member = (organizationId = "acme", role: Role = "owner"): Actor => ({
  type: "member",
  id: "mem_1",
  organizationId,
  role,
  projects: "all",
});

/** The code and text of an error; undefined without an error. */
async function refusal(run: () => unknown): Promise<[string, string] | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return [code, message];
  }
}

test("the error for a missing scope names the scope and the kind of actor", async () => {
  expect(await refusal(() => requireScope(key("all"), "links:write"))).toEqual([
    "insufficient_scope",
    "The API key lacks the scope links:write.",
  ]);
  expect(await refusal(() => requireScope(member("acme", "viewer"), "retailers:custom"))).toEqual([
    "insufficient_scope",
    "Your role lacks the scope retailers:custom.",
  ]);
  expect(await refusal(() => requireScope(member("acme", "viewer"), "links:read"))).toBeUndefined();
});

test("an owner, or a key with the scope, changes the appearance of a project", async () => {
  const program = (scopes: ["projects:write"] | []): OrganizationActor => ({
    ...{ type: "api_key", id: "key_1", organizationId: "acme" },
    ...{ scopes, projects: "all" },
  });
  const person = (role: Role): OrganizationActor => ({
    ...{ type: "member", id: "mem_1", organizationId: "acme" },
    ...{ role, projects: "all" },
  });
  expect(await refusal(() => requireProjectEditor(program(["projects:write"])))).toBeUndefined();
  expect(await refusal(() => requireProjectEditor(program([])))).toEqual([
    "insufficient_scope",
    "The API key lacks the scope projects:write.",
  ]);
  expect(await refusal(() => requireProjectEditor(person("owner")))).toBeUndefined();
  for (const role of ["editor", "viewer"] as const) {
    expect(await refusal(() => requireProjectEditor(person(role)))).toEqual([
      "insufficient_scope",
      "Only an owner of the organization may manage its projects.",
    ]);
  }
});

describe("a project that a caller names", () => {
  const KEY_REFUSED = ["project_access_denied", "The API key has no access to this project."];
  const NO_PROJECT = ["project_access_denied", "There is no such project."];

  test.each<[string, Actor, string, unknown[] | undefined]>([
    ["a key of all projects", key("all"), "main", undefined],
    ["a key of this project", key(["other", "main"]), "main", undefined],
    ["a key of another project", key(["other"]), "main", KEY_REFUSED],
    [
      "a key without any project, with an explanation",
      key([]),
      "main",
      ["project_access_denied", expect.stringContaining("has no access to any project")],
    ],
    ["a key of all projects, and an unknown project", key("all"), "ghost", KEY_REFUSED],
    ["a key of all projects: it is of another organization", key("all"), "theirs", KEY_REFUSED],
    ["a member", member(), "other", undefined],
    ["a member, and an unknown project", member(), "ghost", NO_PROJECT],
    ["a member: it is of another organization", member(), "theirs", NO_PROJECT],
    ["a job", OPERATOR, "main", undefined],
    ["a job, and an unknown project", OPERATOR, "ghost", NO_PROJECT],
  ])("%s", async (_, actor, projectId, expected) => {
    const stored = projectStore(service.env.DB);
    // project-store.test.ts covers the cache of projects: here, one case must not see the cache of another case.
    const exists: typeof stored.exists = async (...of) => (await stored.find(...of)) !== null;
    const projects = { ...stored, exists };
    const owned = { organizationId: "acme", projectId };
    expect(await refusal(() => requireNamedProject(actor, owned, projects))).toEqual(expected);
  });
});

describe("a link", () => {
  const link = { organizationId: "acme", projectId: "main", name: "kept" };
  const NOT_FOUND = ["not_found", "There is no such link."];

  test.each<[string, Actor, string[] | undefined]>([
    ["a key of all projects", key("all"), undefined],
    ["a key of its project", key(["main"]), undefined],
    [
      "a key of another project",
      key(["other"]),
      ["project_access_denied", "The API key has no access to this project."],
    ],
    ["a key of another organization", key("all", "globex"), NOT_FOUND],
    ["a key of another organization's project of the same name", key(["main"], "globex"), NOT_FOUND],
    ["a member", member(), undefined],
    ["a member of another organization", member("globex"), NOT_FOUND],
    ["a job", OPERATOR, undefined],
  ])("%s", async (_, actor, expected) => {
    expect(await refusal(() => expect(requireOwned(actor, link)).toBe(link))).toEqual(expected);
  });

  test.each([key("all"), key([]), member(), OPERATOR])(
    "is not_found if it does not exist: $type",
    async (actor) => {
      for (const nothing of [null, undefined]) {
        expect(await refusal(() => requireOwned(actor, nothing))).toEqual(NOT_FOUND);
      }
    },
  );
});

test("programs and outsiders learn no member's identity; other members and the member itself do", () => {
  const knows = (actor: Actor) => ["mem_1", "mem_2"].map((id) => mayKnowMember(actor, id));
  expect(knows(OPERATOR)).toEqual([true, true]);
  expect(knows(member("acme", "owner"))).toEqual([true, true]);
  expect(knows(member("acme", "editor"))).toEqual([true, true]);
  expect(knows(member("acme", "viewer"))).toEqual([true, false]);
  expect(knows(key("all"))).toEqual([false, false]);
});

test("the operator and owners see all activity, others links and codes", () => {
  const ofLinks = ["link", "qr_code"];
  for (const actor of [OPERATOR, member()]) expect(visibleActivity(actor)).toEqual(ACTIVITY_OBJECTS);
  for (const actor of [member("acme", "editor"), member("acme", "viewer"), key("all")])
    expect(visibleActivity(actor)).toEqual(ofLinks);
});
