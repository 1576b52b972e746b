import { expect, test } from "vitest";
import { unacceptedFindings } from "../../src/surfaces/cli/commands/audit.ts";
import { runCli } from "./run-cli.ts";

const TODAY = "2026-11-22";
const url = "https://github.com/advisories/GHSA-aaaa-bbbb-cccc";
const REPORT = {
  vulnerabilities: {
    inner: { via: [{ url, title: "Prototype pollution", severity: "high" }] },
    outer: { via: ["inner"] },
  },
};
const accepted = (until: string) => [
  { advisory: "GHSA-aaaa-bbbb-cccc", reason: "Runs on our own files only, at build time.", until },
];

test("a finding is reported once, with its package, unless it is accepted and the acceptance has not ended", () => {
  const found = [`inner: Prototype pollution (high), ${url}`];
  expect(unacceptedFindings(REPORT, [], TODAY)).toEqual(found);
  expect(unacceptedFindings(REPORT, accepted("2027-01-01"), TODAY)).toEqual([]);
  expect(unacceptedFindings(REPORT, accepted(TODAY), TODAY)).toEqual(found);
  expect(unacceptedFindings({ vulnerabilities: {} }, [], TODAY)).toEqual([]);
});

test("an invalid report, for example without the registry, differs from a report without findings", async () => {
  expect(unacceptedFindings({ message: "405 Method Not Allowed", statusCode: 405 }, [], TODAY)).toBeNull();
  expect(unacceptedFindings(undefined, [], TODAY)).toBeNull();
  // Nothing listens there.
  const { code, stdout } = await runCli("audit", [], {
    npm_config_registry: "http://127.0.0.1:9/",
    npm_config_fetch_retries: "0",
  });
  expect([code, stdout]).toEqual([0, "npm audit: the registry is unavailable, so nothing was checked.\n"]);
});
