import { afterAll, expect, test, vi } from "vitest";
import { SEASON } from "../../src/cli/demo/season.ts";
import { visitsOf } from "../../src/cli/demo/season-visits.ts";
import { runCli, temporaryDirectory } from "./run-cli.ts";
import { storedRows } from "./stored-rows.ts";

// Each command starts a runtime; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000 });

const state = temporaryDirectory();
afterAll(state.remove);

const demo = (...args: string[]) => runCli("demo.ts", [...args, "--persist-to", state.path]);
/** How many rows each table has that a season writes. */
const rows = () =>
  storedRows(
    state.path,
    `SELECT (SELECT count(*) FROM links) AS links, (SELECT count(*) FROM qr_codes) AS codes,
       (SELECT coalesce(sum(visits), 0) FROM visit_counts) AS visits, (SELECT count(*) FROM visit_totals) > 0 AS totals,
       (SELECT count(*) FROM activity WHERE object_type <> 'member') AS activity,
       (SELECT count(*) FROM projects) AS projects, (SELECT count(*) FROM members) AS members,
       (SELECT count(*) FROM links WHERE status = 'inactive') AS ended`,
  );

test("npm run demo fills the demo organization once, and removes all of it again", async () => {
  const codes = SEASON.reduce((sum, link) => sum + 1 + (link.codes?.length ?? 0), 0);
  const filled = await demo();
  expect(filled).toMatchObject({ code: 0, stderr: "" });
  const [, visits = ""] = /and (\d+) visits/.exec(filled.stdout) ?? [];
  const changes = SEASON.length + (codes - SEASON.length) + SEASON.filter(({ ended }) => ended).length + 1;
  const full = {
    ...{ links: SEASON.length, codes, visits: Number(visits), totals: 1, activity: changes },
    ...{ projects: 1, members: 1, ended: 1 },
  };
  expect(await rows()).toEqual([full]);
  expect(Number(visits)).toBeGreaterThan(10_000);

  const again = await demo();
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("there already") });
  expect(await rows()).toEqual([full]);

  expect(await demo("--remove")).toMatchObject({ code: 0, stderr: "" });
  const empty = { links: 0, codes: 0, visits: 0, totals: 0, activity: 0, projects: 0, members: 1, ended: 0 };
  expect(await rows()).toEqual([empty]);
  expect((await demo("--remove")).stdout).toBe("There was no season.\n");
});

test("the numbers of a day are the same each time", () => {
  const now = new Date("2026-11-21T12:00:00.000Z");
  for (const [index, link] of SEASON.entries()) {
    const counts = visitsOf("lnk_1", link, index, now);
    expect(visitsOf("lnk_1", link, index, now)).toEqual(counts);
    expect(counts.every(([, , hour]) => hour < now.toISOString() && hour > "2026-08-22")).toBe(true);
  }
});
