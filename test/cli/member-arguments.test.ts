import { describe, expect, test } from "vitest";
import { UsageError } from "../../src/surfaces/cli/command-line/command.ts";
import { members } from "../../src/surfaces/cli/commands/members-command.ts";
import { locationOf, neverOpen } from "./run-cli.ts";

const ADA = ["--organization", "acme", "--email", "ada@example.com"];

test.each<[string[], object]>([
  [["add", ...ADA, "--role", "owner"], { remote: false }],
  [["change", ...ADA, "--role=viewer", "--json"], { remote: false }],
  [["remove", ...ADA, "--remote"], { remote: true }],
  [["list"], { remote: false }],
  [["list", "--organization", "acme", "--persist-to", "state"], { remote: false, persistTo: "state" }],
])("%o opens the database at %o", async (args, location) => {
  expect(await locationOf(members, args)).toEqual(location);
});

test.each([[["--help"]], [["add", "--help"]], [["help"]], [["-h"]]])("%o shows the help", async (args) => {
  expect(await members(args, neverOpen)).toMatch(/^Usage: npm run members/);
});

describe("invalid arguments are rejected", () => {
  test.each([
    [[], "add, list, change, sign-in or remove"],
    [["invite"], 'Unknown command "invite"'],
    [["add", ...ADA], "--role is missing"],
    [["add", ...ADA, "--role", "admin"], "--role must be one of owner, editor, viewer."],
    [["add", "--email", "ada@example.com", "--role", "owner"], "--organization is missing"],
    [["add", "--organization", "acme", "--role", "owner"], "--email is missing"],
    [
      ["add", "--organization", "", "--email", "a@b.c", "--role", "owner"],
      "--organization must have 1 to 128",
    ],
    [["remove", "--organization", "acme"], "--email is missing"],
    [["remove", ...ADA, "--role", "owner"], "Unknown option '--role'"],
    [["remove", "ada@example.com"], "Unexpected argument 'ada@example.com'"],
    [["list", "--remote", "--persist-to", "state"], "--persist-to is for the local database"],
  ])("%o: %s", async (args, message) => {
    const rejected = await members(args, neverOpen).catch((error: unknown) => error);
    expect(rejected).toBeInstanceOf(UsageError);
    expect(rejected).toMatchObject({ message: expect.stringContaining(message) });
  });
});
