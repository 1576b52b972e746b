import fc from "fast-check";
import { expect, test } from "vitest";
import { useDashboard } from "../dashboard/dashboard.ts";
import type { Json } from "../requests.ts";
import { patience, runs, SEED } from "../seeds.ts";
import { ADDRESSED_COMMANDS, COMMANDS } from "./commands.ts";
import { type Model, ORGANIZATIONS } from "./model.ts";
import { expectSettled } from "./visit-commands.ts";
import { newModel, realOf } from "./world.ts";

const dashboard = await useDashboard("test/faults/worker.ts");
const { service } = dashboard;
const issueKey = (organization: string) => service.issueKey({ organization });
const real = realOf({ ...dashboard, origin: () => service.url });

/** The isolate's clock only moves forward, from run to run. */
let clock = 0;
let worlds = 0;

const rows = async (sql: string, ...values: string[]): Promise<Json[]> =>
  (
    await service.env.DB.prepare(sql)
      .bind(...values)
      .all()
  ).results;

/** The state of everything at the end, after any actions. */
async function expectAll({ links, claims, names }: Model): Promise<void> {
  for (const organization of ORGANIZATIONS) {
    const results = await rows("SELECT id FROM links WHERE organization_id = ?1", names[organization]);
    const own = links.filter((link) => link.organization === organization).map(({ id }) => id);
    // Exactly the acknowledged writes exist: at most one for each scope and key.
    expect(results.map(({ id }) => id).toSorted()).toEqual(own.toSorted());
  }
  expect(new Set(claims.map(({ link }) => link.id)).size).toBe(claims.length);
}

/** The expected visits and taps of all links so far. */
const wanted: Record<string, number[]> = {};

/** The counts of each visited link. */
const counted = async (): Promise<Record<string, number[]>> =>
  Object.fromEntries(
    (
      await rows(
        `SELECT link_id AS id, sum(scans + clicks + robots + previews) AS visits, sum(taps) AS taps
         FROM visit_days WHERE link_id <> '' GROUP BY link_id`,
      )
    ).map(({ id, visits, taps }) => [id, [visits, taps]]),
  );

test.each([
  ["any actions in any order", COMMANDS, 6, 40],
  ["any changes of names, schedules and choices", ADDRESSED_COMMANDS, 4, 120],
])(
  "after %s, the service equals a plain model",
  { timeout: patience() * 2 },
  async (_, commands, slice, maxCommands) => {
    const seen: Model[] = [];
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands, size: "max" }), async (chosen) => {
        clock += 100_000;
        const model = await newModel(++worlds, clock, { add: dashboard.add, issueKey });
        await fc.asyncModelRun(() => ({ model, real }), chosen);
        await expectSettled(model, real, model.links);
        clock = Math.max(clock, model.clock);
        await expectAll(model);
        seen.push(model);
      }),
      { numRuns: runs(slice), seed: SEED },
    );
    const links = seen.flatMap((model) => model.links).filter(({ visits, taps }) => visits + taps > 0);
    for (const { id, visits, taps } of links) wanted[id] = [visits, taps];
    // Queues take time: every visit of every link is counted once.
    await expect.poll(counted).toEqual(wanted);
  },
);
