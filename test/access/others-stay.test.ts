import { describe, expect, test } from "vitest";
import { issueKey } from "../../src/features/access/issue-key.ts";
import { listActivity } from "../../src/features/access/list-activity.ts";
import { listKeys } from "../../src/features/access/list-keys.ts";
import { addMember, changeMember, removeMember } from "../../src/features/access/manage-members.ts";
import { archiveProject, renameProject, restoreProject } from "../../src/features/access/manage-projects.ts";
import type { Member } from "../../src/features/access/member.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { refused } from "./members.ts";

/** A change in one organization leaves equal names elsewhere, and concurrent changes, as they are. */
const service = await useService({}, "acme");
await service.issueKey({ createProjects: ["shared", "own"] });
await service.issueKey({ organization: "globex", createProjects: ["shared", "theirs"] });
const deps = () => dependenciesOf(service.env);
const owner = memberOf("owner");

describe("projects", () => {
  const { projects } = deps();
  const states = async () =>
    Promise.all(
      [
        ["acme", "shared"],
        ["acme", "own"],
        ["globex", "shared"],
      ].map(async ([organization = "", id = ""]) => {
        const project = await projects.find(organization, id);
        return [project?.name, project?.archivedAt !== null];
      }),
    );
  const change = { projectId: "shared", idempotency: null };

  test("are renamed, archived and restored only in their organization", async () => {
    await renameProject(owner, { ...change, name: "Renamed" }, deps());
    expect(await states()).toEqual([
      ["Renamed", false],
      ["own", false],
      ["shared", false],
    ]);
    await archiveProject(owner, change, deps());
    expect((await states()).map(([, archived]) => archived)).toEqual([true, false, false]);
    await restoreProject(owner, change, deps());
    expect((await states()).map(([, archived]) => archived)).toEqual([false, false, false]);
  });

  // As read, it has the name of globex's project, or of another project of acme.
  test.each(["shared", "own"])(
    "that somebody else has just changed are read again, though another is %s",
    async (name) => {
      let reads = 0;
      const find: typeof projects.find = async (organization, id) => {
        const found = await projects.find(organization, id);
        return found && reads++ === 0 ? { ...found, name } : found;
      };
      const stale = { ...deps(), projects: { ...projects, find } };
      const to = `After ${name}`;
      await renameProject(owner, { ...change, name: to }, stale);
      expect(await states()).toEqual([
        [to, false],
        ["own", false],
        ["shared", false],
      ]);
      const { results } = await service.env.DB.prepare(
        "SELECT changes FROM activity WHERE object_type = 'project' AND object_id = 'shared' AND organization_id = 'acme'",
      ).all<{ changes: string }>();
      expect(results.map(({ changes }) => changes).join()).not.toContain(`"from":"${name}","to":"${to}"`);
    },
  );

  test("are found and reported missing by organization", async () => {
    const ids = ["shared", "theirs", "none"];
    expect([...(await projects.findAll("acme", ids)).keys()]).toEqual(["shared"]);
    expect((await projects.findAll("acme", ids)).get("shared")?.organizationId).toBe("acme");
    expect(await projects.missing("acme", ids)).toEqual(["theirs", "none"]);
    const request = {
      organization: "acme",
      createProjects: [],
      scopes: ["links:read" as const],
      name: "key",
    };
    const issued = issueKey(
      owner,
      { request: { ...request, projects: ["theirs"], expiresAt: null }, idempotency: null },
      deps(),
    );
    await refused(issued, "validation_failed");
  });
});

test("a list of keys covers one organization, or all for the operator", async () => {
  const organizationsOf = async (organization: string | null) => {
    const { keys } = await listKeys(OPERATOR, { organization, limit: 100 }, deps());
    return new Set(keys.map(({ organizationId }) => organizationId));
  };
  expect(await organizationsOf("acme")).toEqual(new Set(["acme"]));
  expect(await organizationsOf(null)).toEqual(new Set(["acme", "globex"]));
});

describe("members", () => {
  const add = async (email: string, role: "owner" | "editor" | "viewer") =>
    (await addMember(OPERATOR, { organization: "acme", email, role }, deps())).member;
  /** Dependencies that read the member as it was. */
  const reading = (member: Member) => ({
    ...deps(),
    members: { ...deps().members, find: async () => member },
  });

  test("who were just changed concurrently keep their role and projects", async () => {
    await add("owner@example.com", "owner");
    const member = await add("ada@example.com", "editor");
    await changeMember(OPERATOR, { id: member.id, role: "editor", projects: ["own"] }, deps());
    const limited = await deps().members.find(member.id);
    const toViewer = { id: member.id, role: "viewer" as const };
    await refused(changeMember(OPERATOR, toViewer, reading(member)), "precondition_failed");
    await refused(removeMember(OPERATOR, { id: member.id }, reading(member)), "precondition_failed");
    const before = { ...member, role: "viewer" as const, projects: ["own"] };
    const toEditor = { id: member.id, role: "editor" as const, projects: ["shared"] };
    await refused(changeMember(OPERATOR, toEditor, reading(before)), "precondition_failed");
    await refused(removeMember(OPERATOR, { id: member.id }, reading(before)), "precondition_failed");
    expect(await deps().members.find(member.id)).toEqual(limited);
  });
});

test("a member of other projects sees no activity of a named project", async () => {
  const input = { limit: 10, projectId: "own" };
  const told = async (projects: "all" | string[]) =>
    (await listActivity({ ...owner, projects }, input, deps())).entries.map(({ object }) => object.id);
  expect(await told("all")).toContain("own");
  expect(await told(["own"])).toContain("own");
  expect(await told(["shared"])).toEqual([]);
});
