import { describe, expect, test } from "vitest";
import { members as membersCommand } from "../../src/surfaces/cli/commands/members-command.ts";
import { useService } from "../use-service.ts";
import { runOn } from "./run-cli.ts";

const { DB } = (await useService()).env;

const members = (...args: string[]) => runOn(DB, "members", membersCommand, args);
const rows = async (sql: string) => (await DB.prepare(sql).all()).results;
const person = (organization: string, email: string) => ["--organization", organization, "--email", email];

describe("npm run members", () => {
  test("adds to a new organization, and lists members as JSON", async () => {
    const added = await members("add", ...person("acme", " Ada@Example.com"), "--role", "owner", "--json");
    expect(added).toMatchObject({ code: 0, stderr: "" });
    const { alreadyMember, ...ada } = JSON.parse(added.stdout);
    expect([alreadyMember, ada]).toEqual([
      false,
      {
        id: expect.stringMatching(/^mem_/),
        organizationId: "acme",
        email: "ada@example.com",
        role: "owner",
        projects: "all",
        createdAt: expect.any(String),
      },
    ]);
    const again = await members("add", ...person("acme", "ada@example.com"), "--role", "owner", "--json");
    expect(JSON.parse(again.stdout)).toEqual({ ...ada, alreadyMember: true });
    expect(JSON.parse((await members("list", "--json")).stdout)).toEqual({ members: [ada] });
  });

  test("changes and removes members by email address in any case, and records it", async () => {
    const bob = person("acme", "BOB@example.com");
    const added = JSON.parse((await members("add", ...bob, "--role", "viewer", "--json")).stdout);
    const { alreadyMember: _, ...editor } = { ...added, role: "editor" };
    const changed = await members("change", ...bob, "--role", "editor", "--json");
    expect(JSON.parse(changed.stdout)).toEqual(editor);
    const removed = await members("remove", ...bob, "--json");
    expect(JSON.parse(removed.stdout)).toEqual(editor);
    expect(await rows("SELECT email FROM members WHERE role <> 'owner'")).toEqual([]);
    const noted = await rows(
      `SELECT actor_type, actor_id, object_type FROM activity WHERE object_id = '${editor.id}'`,
    );
    const entry = { actor_type: "job", actor_id: "npm run members", object_type: "member" };
    expect(noted).toEqual([entry, entry, entry]);
  });

  test("prints its changes, and lists members as a table", async () => {
    const added = await members("add", ...person("globex", "hank@example.com"), "--role", "owner");
    expect(added.stdout).toMatch(/^hank@example\.com \(mem_\w+\) is owner of globex\.\n$/);
    const { stdout } = await members("list", "--organization", "globex");
    const [heading = "", row = ""] = stdout.trimEnd().split("\n");
    expect(heading.split(/ {2,}/)).toEqual(["ID", "ORGANIZATION", "EMAIL", "ROLE", "PROJECTS", "ADDED"]);
    expect(row).toMatch(/^mem_\w+ {2}globex +hank@example\.com {2}owner {2}all +\d{4}-\d\d-\d\dT\d\d:\d\dZ$/);
    expect((await members("list", "--organization", "none")).stdout).toBe("No members.\n");
  });

  test("exits with 1 and a message for impossible changes", async () => {
    expect(await members("remove", ...person("acme", "ada@example.com"))).toEqual({
      code: 1,
      stdout: "",
      stderr: "This is the last owner of the organization. Make another member an owner first.\n",
    });
    expect(await members("remove", ...person("acme", "milton@example.com"))).toMatchObject({
      code: 1,
      stderr: "milton@example.com is not a member of acme.\n",
    });
    const twice = await members("add", ...person("acme", "ada@example.com"), "--role", "viewer");
    expect([twice.code, twice.stderr]).toEqual([
      1,
      "This person is already a member, with the role owner. Change the member instead.\n",
    ]);
    const bad = await members("add", ...person("acme", "bill"), "--role", "viewer");
    expect([bad.code, bad.stderr]).toEqual([
      1,
      "The request is not valid. See details.\nemail must be an email address, such as ada@example.com\n",
    ]);
  });

  test("exits with 2 for invalid arguments", async () => {
    const { code, stdout, stderr } = await members("add", "--organization", "acme");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toBe("--email is missing.\nHelp: npm run members -- --help\n");
  });
});
