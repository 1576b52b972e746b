import { describe, expect, test } from "vitest";
import { UsageError } from "../../src/cli/command-line/command.ts";
import { parseKeyCommand } from "../../src/cli/commands/key-arguments.ts";
import { SCOPES } from "../../src/core/vocabulary.ts";

const parse = (...args: string[]) => parseKeyCommand(args);

/** A complete `issue`, with changes: a text replaces the flag's value, null omits the flag. */
function issue(changes: Record<string, string | null> = {}) {
  const flags = { organization: "acme", projects: "all", scopes: "all", name: "ci", ...changes };
  return parse("issue", ...Object.entries(flags).flatMap(([k, v]) => (v === null ? [] : [`--${k}=${v}`])));
}

describe("issue", () => {
  test("all scopes are the whole vocabulary, and all projects are a policy", () => {
    expect(issue()).toEqual({
      command: "issue",
      request: {
        organization: "acme",
        projects: "all",
        createProjects: [],
        scopes: SCOPES,
        name: "ci",
        expiresAt: null,
      },
      location: { remote: false },
      json: false,
    });
  });

  test("lists are split at commas, without blanks and repetitions", () => {
    expect(
      issue({ projects: "web, shop,web", scopes: "retailers:custom,links:write", "create-projects": "a,b" }),
    ).toMatchObject({
      request: {
        projects: ["web", "shop"],
        createProjects: ["a", "b"],
        scopes: ["links:write", "retailers:custom"],
      },
    });
  });

  test.each([
    ["2026-12-31", "2026-12-31T00:00:00.000Z"],
    ["2026-12-31T23:30:00+01:00", "2026-12-31T22:30:00.000Z"],
    ["2026-12-31T23:30Z", "2026-12-31T23:30:00.000Z"],
    ["2028-02-29T00:00:00.5Z", "2028-02-29T00:00:00.500Z"],
  ])("--expires-at %s is stored as %s", (text, expiresAt) => {
    expect(issue({ "expires-at": text })).toMatchObject({ request: { expiresAt } });
  });

  test.each([
    ["2027-02-30", "must be a date"],
    ["2027-02-30T10:00:00Z", "must be a date"],
    ["2027-13-01", "must be a date"],
    ["2027-01-01T10:00:00", "with its zone"],
    ["2027-01-01T25:00:00Z", "must be a date"],
    ["tomorrow", "must be a date"],
    ["", "must be a date"],
  ])("--expires-at %s is rejected", (text, message) => {
    expect(() => issue({ "expires-at": text })).toThrow(message);
  });

  test("lengths count code points", () => {
    const request = { organization: "🧺".repeat(128), projects: "é".repeat(128), name: "🧺".repeat(120) };
    expect(issue(request)).toMatchObject({
      request: { organization: request.organization, projects: [request.projects], name: request.name },
    });
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
  ])("%o is rejected: %s", (changes, message) => {
    expect(() => issue(changes)).toThrow(UsageError);
    expect(() => issue(changes)).toThrow(message);
  });
});

describe("the other commands", () => {
  test("list accepts an organization, revoke an id, and both the common flags", () => {
    expect(parse("list", "--json", "--remote")).toEqual({
      command: "list",
      organization: null,
      location: { remote: true },
      json: true,
    });
    expect(parse("revoke", "key_1", "--persist-to", "state")).toEqual({
      command: "revoke",
      id: "key_1",
      location: { remote: false, persistTo: "state" },
      json: false,
    });
  });

  test.each([
    [[], "24h"],
    [["--grace", "0"], "0"],
    [["--grace=7d"], "7d"],
  ])("rotate with %o has the grace period %s", (args, grace) => {
    expect(parse("rotate", "key_1", ...args)).toEqual({
      command: "rotate",
      id: "key_1",
      grace,
      location: { remote: false },
      json: false,
    });
  });

  test.each([[["--help"]], [["issue", "--help"]], [["help"]], [["-h"]]])("%o shows the help", (args) => {
    expect(parse(...args)).toEqual({ command: "help" });
  });

  test.each([
    [[], "issue, list, rotate or revoke"],
    [["delete"], 'Unknown command "delete"'],
    [["list", "acme"], "Unexpected argument 'acme'"],
    [["list", "--scopes", "all"], "Unknown option '--scopes'"],
    [["revoke"], "needs the id of a key"],
    [["revoke", "a", "b"], "needs the id of a key"],
    [["rotate"], "needs the id of a key"],
    [["rotate", "a", "--grace", "1h"], "--grace must be one of 0, 24h, 7d"],
    [["list", "--remote", "--persist-to", "state"], "--persist-to is for the local database"],
  ])("%o is rejected: %s", (args, message) => {
    expect(() => parse(...args)).toThrow(UsageError);
    expect(() => parse(...args)).toThrow(message);
  });
});
