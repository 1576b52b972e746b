import { describe, expect, test } from "vitest";
import { SCOPES } from "../../src/ground/core/vocabulary.ts";
import { UsageError } from "../../src/surfaces/cli/command-line/command.ts";
import { keys } from "../../src/surfaces/cli/commands/keys-command.ts";
import { useService } from "../use-service.ts";
import { locationOf, neverOpen } from "./run-cli.ts";

const { DB } = (await useService()).env;

/** The arguments of a complete `issue`, with changes: a text replaces the flag's value, null omits the flag. */
function issueArguments(changes: Record<string, string | null>): string[] {
  const flags = { organization: "acme", projects: "all", scopes: "all", name: "ci", ...changes };
  return ["issue", ...Object.entries(flags).flatMap(([k, v]) => (v === null ? [] : [`--${k}=${v}`]))];
}

/** The key that such an `issue` makes. */
const issue = async (changes: Record<string, string | null> = {}) =>
  JSON.parse(await keys([...issueArguments(changes), "--json"], (_, work) => work(DB)));

describe("issue", () => {
  test("all scopes are the whole vocabulary, and all projects are a policy", async () => {
    expect(await issue()).toMatchObject({
      organizationId: "acme",
      projects: "all",
      scopes: SCOPES,
      name: "ci",
      expiresAt: null,
    });
  });

  test("lists are split at commas, without blanks and repetitions", async () => {
    const lists = {
      projects: "web, shop,web",
      scopes: "retailers:custom,links:write",
      "create-projects": "a,b",
    };
    expect(await issue({ organization: "lists", ...lists })).toMatchObject({
      projects: ["shop", "web"],
      scopes: ["links:write", "retailers:custom"],
    });
    const { results } = await DB.prepare(
      "SELECT id FROM projects WHERE organization_id = 'lists' ORDER BY id",
    ).all();
    expect(results.map(({ id }) => id)).toEqual(["a", "b", "shop", "web"]);
  });

  test.each([
    ["2026-12-31", "2026-12-31T00:00:00.000Z"],
    ["2026-12-31T23:30:00+01:00", "2026-12-31T22:30:00.000Z"],
    ["2026-12-31T23:30Z", "2026-12-31T23:30:00.000Z"],
    ["2028-02-29T00:00:00.5Z", "2028-02-29T00:00:00.500Z"],
  ])("--expires-at %s is stored as %s", async (text, expiresAt) => {
    expect(await issue({ "expires-at": text })).toMatchObject({ expiresAt });
  });

  test.each([
    ["2027-02-30", "must be a date"],
    ["2027-02-30T10:00:00Z", "must be a date"],
    ["2027-13-01", "must be a date"],
    ["2027-01-01T10:00:00", "with its zone"],
    ["2027-01-01T25:00:00Z", "must be a date"],
    ["tomorrow", "must be a date"],
    ["", "must be a date"],
  ])("--expires-at %s is rejected", async (text, message) => {
    await expect(keys(issueArguments({ "expires-at": text }), neverOpen)).rejects.toThrow(message);
  });

  test("lengths count code points", async () => {
    const request = { organization: "acme", projects: "all", name: "🧺".repeat(120) };
    expect(await issue(request)).toMatchObject({ name: request.name });
  });

  test.each<[Record<string, string | null>, string]>([
    [{ organization: null }, "--organization is missing"],
    [{ projects: null }, "--projects is missing"],
    [{ scopes: null }, "--scopes is missing"],
    [{ name: null }, "--name is missing"],
    [{ organization: "" }, "--organization must have 1 to 128 characters"],
    [{ organization: "x".repeat(129) }, "--organization must have 1 to 128 characters"],
    [{ projects: "x".repeat(129) }, "--projects must have 1 to 128 characters"],
    [{ "create-projects": "x".repeat(129) }, "--create-projects must have 1 to 128 characters"],
    [{ name: "  " }, "--name must have 1 to 120 characters"],
    [{ name: "x".repeat(121) }, "--name must have 1 to 120 characters"],
    [{ name: "a\u001b[2J" }, "control characters"],
    [{ projects: "web,,shop" }, "--projects has an empty item"],
    [{ projects: "" }, "--projects has an empty item"],
    [{ projects: "all,web" }, 'either "all" or a list'],
    [{ scopes: "links:write,links:delete" }, "unknown scope links:delete. Use all, or links:write"],
    [{ scopes: "all,links:write" }, "unknown scope all"],
    [{ color: "red" }, "Unknown option '--color'"],
  ])("%o is rejected: %s", async (changes, message) => {
    const rejected = await keys(issueArguments(changes), neverOpen).catch((error: unknown) => error);
    expect(rejected).toBeInstanceOf(UsageError);
    expect(rejected).toMatchObject({ message: expect.stringContaining(message) });
  });
});

describe("the other commands", () => {
  test("the common flags name the database", async () => {
    expect(await locationOf(keys, ["list", "--json", "--remote"])).toEqual({ remote: true });
    expect(await locationOf(keys, ["revoke", "key_1", "--persist-to", "state"])).toEqual({
      remote: false,
      persistTo: "state",
    });
  });

  test.each([[["--help"]], [["issue", "--help"]], [["help"]], [["-h"]]])(
    "%o shows the help",
    async (args) => {
      expect(await keys(args, neverOpen)).toMatch(/^Usage: npm run keys/);
    },
  );

  test.each([
    [[], "issue, list, rotate or revoke"],
    [["delete"], 'Unknown command "delete"'],
    [["list", "acme"], "Unexpected argument 'acme'"],
    [["list", "--scopes", "all"], "Unknown option '--scopes'"],
    [["revoke"], "Name the id of a key"],
    [["revoke", "a", "b"], 'Unexpected argument "b"'],
    [["rotate"], "Name the id of a key"],
    [["rotate", "a", "--grace", "1h"], "--grace must be one of 0, 24h, 7d"],
    [["list", "--remote", "--persist-to", "state"], "--persist-to is for the local database"],
  ])("%o is rejected: %s", async (args, message) => {
    const rejected = await keys(args, neverOpen).catch((error: unknown) => error);
    expect(rejected).toBeInstanceOf(UsageError);
    expect(rejected).toMatchObject({ message: expect.stringContaining(message) });
  });
});
