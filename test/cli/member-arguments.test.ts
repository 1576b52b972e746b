import { describe, expect, test } from "vitest";
import { UsageError } from "../../src/cli/command-line/command.ts";
import { parseMemberCommand } from "../../src/cli/commands/members-command.ts";

const parse = (...args: string[]) => parseMemberCommand(args);
const ADA = ["--organization", "acme", "--email", "ada@example.com"];

test("each command accepts its arguments and the common flags", () => {
  const location = { remote: false };
  const ada = { organization: "acme", email: "ada@example.com" };
  expect(parse("add", ...ADA, "--role", "owner")).toEqual({
    command: "add",
    request: { ...ada, role: "owner" },
    location,
    json: false,
  });
  expect(parse("change", ...ADA, "--role=viewer", "--json")).toEqual({
    command: "change",
    ...ada,
    role: "viewer",
    location,
    json: true,
  });
  expect(parse("remove", ...ADA, "--remote")).toEqual({
    command: "remove",
    ...ada,
    location: { remote: true },
    json: false,
  });
  expect(parse("list")).toEqual({ command: "list", organization: null, location, json: false });
  expect(parse("list", "--organization", "acme", "--persist-to", "state")).toMatchObject({
    organization: "acme",
    location: { remote: false, persistTo: "state" },
  });
});

test.each([[["--help"]], [["add", "--help"]], [["help"]], [["-h"]]])("%o shows the help", (args) => {
  expect(parse(...args)).toEqual({ command: "help" });
});

describe("invalid arguments are rejected", () => {
  test.each([
    [[], "add, list, change or remove"],
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
  ])("%o: %s", (args, message) => {
    expect(() => parse(...args)).toThrow(UsageError);
    expect(() => parse(...args)).toThrow(message);
  });
});
