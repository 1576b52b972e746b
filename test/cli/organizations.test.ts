import { expect, test } from "vitest";
import { members } from "../../src/surfaces/cli/commands/members-command.ts";
import { organizations as organizationsCommand } from "../../src/surfaces/cli/commands/organizations.ts";
import { useService } from "../use-service.ts";
import { runOn } from "./run-cli.ts";

const { DB } = (await useService()).env;
const organizations = (...args: string[]) => runOn(DB, "organizations", organizationsCommand, args);
const ACME = ["--organization", "acme"];

test("npm run organizations lists, shows and changes", async () => {
  const person = ["--email", "ada@example.com", "--role", "owner"];
  await runOn(DB, "members", members, ["add", ...ACME, ...person]);
  expect(JSON.parse((await organizations("list", "--json")).stdout)).toEqual({
    organizations: [{ id: "acme", name: "acme", createdAt: expect.any(String), timeZone: null }],
  });
  const shown = JSON.parse((await organizations("show", ...ACME, "--json")).stdout);
  const use = (used: unknown, allowed: number) => ({ used, allowed });
  const of = ({ quotas }: { quotas: { quota: string; used: unknown; allowed: number }[] }) =>
    Object.fromEntries(quotas.map(({ quota, used, allowed }) => [quota, use(used, allowed)]));
  expect(of(shown)).toEqual({
    storedBytes: use(expect.any(Number), 2_000_000_000),
    linksPerDay: use(0, 50_000),
    codesPerLink: use(null, 500),
    projects: use(0, 1_000),
    keys: use(0, 500),
    domains: use(0, 20),
  });
  const set = ["--links-per-day", "20", "--codes-per-link", "7"];
  const changed = of(JSON.parse((await organizations("change", ...ACME, ...set, "--json")).stdout));
  expect([changed.linksPerDay, changed.codesPerLink]).toEqual([use(0, 20), use(null, 7)]);
  const back = await organizations("change", ...ACME, "--links-per-day", "default");
  expect(back.stdout).toMatch(/^Time zone: UTC\n\nQUOTA +USED +ALLOWED\n/);
  expect(back.stdout).toMatch(/^linksPerDay +0 +50000$/m);
  expect(back.stdout).toMatch(/^codesPerLink +- +7$/m);

  expect(await organizations("show", "--organization", "none")).toMatchObject({
    code: 1,
    stderr: "There is no such organization.\n",
  });
  for (const wrong of [["change", ...ACME], ["change", ...ACME, "--keys", "-1"], ["show"], ["rename"]])
    expect((await organizations(...wrong)).code).toBe(2);
  const zoned = await organizations("change", ...ACME, "--time-zone", "America/New_York", "--json");
  expect(JSON.parse(zoned.stdout)).toMatchObject({ timeZone: "America/New_York" });
  expect(await organizations("change", ...ACME, "--time-zone", "New York")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("time zone"),
  });
});
