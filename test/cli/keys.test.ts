import { describe, expect, test, vi } from "vitest";
import { isWellFormedApiKey } from "../../src/features/access/api-key.ts";
import { sha256Hex } from "../../src/ground/core/digest.ts";
import { keys as keysCommand } from "../../src/surfaces/cli/commands/keys-command.ts";
import { useService } from "../use-service.ts";
import { runOn } from "./run-cli.ts";

const { DB } = (await useService()).env;
const keys = (...args: string[]) => runOn(DB, "keys", keysCommand, args);
const rows = async (sql: string) => (await DB.prepare(sql).all()).results;

// Wrangler splits SQL by text search; none of this may be lost, split or executed.
const AWKWARD_NAME = `O'Neil; BEGIN TRANSACTION; COMMIT; -- é🧺 "[\`/*`;

describe("npm run keys", () => {
  test("issues, lists and revokes", async () => {
    const issued = await keys(
      ...["issue", "--organization", "acme", "--projects", "web,shop.and-more", "--create-projects", "other"],
      ...[
        "--scopes",
        "links:read,links:write",
        "--name",
        AWKWARD_NAME,
        "--expires-at",
        "2099-01-31",
        "--json",
      ],
    );
    expect(issued).toMatchObject({ code: 0, stderr: "" });
    expect(issued.stdout).toMatch(/^\{.*\}\n$/);
    const { key, ...rest } = JSON.parse(issued.stdout);
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(rest).toEqual({
      id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
      clientId: null,
      prefix: key.slice(0, 10),
      name: AWKWARD_NAME,
      organizationId: "acme",
      projects: ["shop.and-more", "web"],
      scopes: ["links:write", "links:read"],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      expiresAt: "2099-01-31T00:00:00.000Z",
      revokedAt: null,
      lastUsedAt: null,
      issuedBy: { type: "job", id: "npm run keys" },
    });

    const organizations = await rows("SELECT id, name FROM organizations");
    const projects = await rows("SELECT organization_id, id FROM projects ORDER BY id");
    const hashes = await rows("SELECT hash FROM api_keys");
    expect(organizations).toEqual([{ id: "acme", name: "acme" }]);
    expect(projects).toEqual(
      ["other", "shop.and-more", "web"].map((id) => ({ organization_id: "acme", id })),
    );
    expect(hashes).toEqual([{ hash: await sha256Hex(key) }]);

    const first = await keys("revoke", rest.id, "--json");
    expect(JSON.parse(first.stdout)).toMatchObject({ id: rest.id, alreadyRevoked: false });
    const { revokedAt } = JSON.parse(first.stdout);
    const second = await keys("revoke", rest.id);
    expect(second).toMatchObject({
      code: 0,
      stdout: `${rest.id} was already revoked at ${revokedAt}.\n`,
    });

    const listed = await keys("list", "--organization", "acme", "--json");
    expect(JSON.parse(listed.stdout)).toEqual({
      keys: [{ ...rest, revokedAt, issuedBy: { ...rest.issuedBy, name: null } }],
    });
    expect(listed.stdout).not.toContain(key);
  });

  test("shows a new key once, and lists keys as a table", async () => {
    const args = ["--organization", "other", "--projects", "all", "--scopes", "all", "--name", "laptop"];
    const issued = await keys("issue", ...args);
    const [key = ""] = /slk_\w+/.exec(issued.stdout) ?? [];
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(issued.stdout).toMatch(/expires +never/);

    const { stdout } = await keys("list", "--organization", "other");
    const [heading = "", row = "", ...more] = stdout.trimEnd().split("\n");
    expect(heading.split(/ {2,}/)).toEqual(
      "ID,PREFIX,NAME,ORGANIZATION,PROJECTS,SCOPES,CREATED,EXPIRES,REVOKED,LAST USED".split(","),
    );
    expect(row.split(/ {2,}/)).toEqual([
      expect.stringMatching(/^key_/),
      key.slice(0, 10),
      ...[
        "laptop",
        "other",
        "all",
        "all",
        expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/),
        "-",
        "-",
        "-",
      ],
    ]);
    expect(more).toEqual([]);
  });

  test("issues a key that has already expired, with a warning", async () => {
    const args = [
      "--organization",
      "old",
      "--projects",
      "all",
      "--scopes",
      "all",
      "--name",
      "over",
      "--json",
    ];
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const { code, stdout } = await keys("issue", ...args, "--expires-at", "2020-01-31T12:00:00+02:00");
    expect(said.mock.calls).toEqual([["--expires-at is in the past: this key will never work.\n"]]);
    said.mockRestore();
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ expiresAt: "2020-01-31T10:00:00.000Z" });
  });

  test("rotates a key: both work during the grace period, and the list shows the end of the old key", async () => {
    const args = [
      "--organization",
      "turning",
      "--projects",
      "web",
      "--scopes",
      "links:read",
      "--name",
      "site",
    ];
    const old = JSON.parse((await keys("issue", ...args, "--json")).stdout);
    const before = Date.now();
    const rotated = await keys("rotate", old.id, "--grace", "7d", "--json");
    const after = Date.now();
    expect(rotated).toMatchObject({ code: 0, stderr: "" });
    const { key, replaces, ...rest } = JSON.parse(rotated.stdout);
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(rest).toMatchObject({ name: "site", projects: ["web"], scopes: ["links:read"], expiresAt: null });
    expect(replaces.id).toBe(old.id);
    const turned = Date.parse(replaces.expiresAt) - 7 * 24 * 3_600_000;
    expect(turned).toBeGreaterThanOrEqual(before);
    expect(turned).toBeLessThanOrEqual(after);
    const listed = JSON.parse((await keys("list", "--organization", "turning", "--json")).stdout);
    expect(listed.keys).toEqual([
      expect.objectContaining({ expiresAt: replaces.expiresAt }),
      expect.objectContaining({ id: rest.id }),
    ]);

    const shown = await keys("rotate", rest.id, "--grace", "0");
    expect(shown.stdout).toMatch(new RegExp(`slk_.*${rest.id} keeps working until `, "s"));
    const again = await keys("rotate", rest.id);
    expect([again.code, again.stdout]).toEqual([1, ""]);
    expect(again.stderr).toMatch(/^The API key has ended .* cannot be rotated\.\n$/);
  });

  test("exits with 1 and a message for an unknown key", async () => {
    expect(await keys("revoke", "key_unknown")).toEqual({
      code: 1,
      stdout: "",
      stderr: "There is no key key_unknown.\n",
    });
  });

  test("exits with 2 and a message for invalid arguments", async () => {
    const { code, stdout, stderr } = await keys("issue", "--organization", "acme");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("--projects is missing.");
    expect(stderr).toContain("npm run keys -- --help");
  });
});
