import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../requests.ts";
import { patience, runs, SEED } from "../seeds.ts";
import { useService } from "../use-service.ts";
import { storedTotal } from "../visits/stored-visits.ts";
import type { Real } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { type Model, ORGANIZATIONS } from "./model.ts";

const service = await useService({ config: { main: "test/faults/worker.ts" } });

let worlds = 0;
/** The isolate's clock only goes on, from one run to the next. */
let clock = 0;

/** The service with two organizations that nobody else uses, and a model in which nothing has happened. */
async function newWorld(): Promise<{ model: Model; real: Real; names: Record<string, string> }> {
  const world = ++worlds;
  const names = { acme: `acme-${world}`, globex: `globex-${world}` };
  const real: Real = {
    service,
    issueKey: (organization) => service.issueKey({ organization: names[organization] }),
  };
  const keys = { acme: await real.issueKey("acme"), globex: await real.issueKey("globex") };
  clock += 100_000;
  return { model: { links: [], claims: [], keys, revoked: [], clock }, real, names };
}

/** What holds of the whole at the end, whatever was done. */
async function expectAll({ links, claims }: Model, names: Record<string, string>): Promise<void> {
  for (const organization of ORGANIZATIONS) {
    const { results } = await service.env.DB.prepare("SELECT id FROM links WHERE organization_id = ?1")
      .bind(names[organization])
      .all<Json>();
    const own = links.filter((link) => link.organization === organization).map(({ id }) => id);
    // Every acknowledged write is there, and none besides: at most one for each scope and key.
    expect(results.map(({ id }) => id).toSorted()).toEqual(own.toSorted());
  }
  expect(new Set(claims.map(({ link }) => link.id)).size).toBe(claims.length);
}

test("whatever is done in whatever order, the service is what a plain model says", {
  timeout: patience() * 2,
}, async () => {
  const seen: Model[] = [];
  await fc.assert(
    fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: 40, size: "max" }), async (commands) => {
      const { model, real, names } = await newWorld();
      await fc.asyncModelRun(() => ({ model, real }), commands);
      clock = Math.max(clock, model.clock);
      await expectAll(model, names);
      seen.push(model);
    }),
    { numRuns: runs(12), seed: SEED },
  );
  // Queues take their time: all visits of all runs are counted together, each once.
  const visits = seen.flatMap(({ links }) => links).reduce((sum, link) => sum + link.visits, 0);
  await expect.poll(() => storedTotal(service.env.DB)).toBe(visits);
});
