// @module-tag all
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember } from "../../src/features/access/manage-members.ts";
import { memberStore } from "../../src/features/access/member-store.ts";
import { projectStore } from "../../src/features/access/project-store.ts";
import { serviceOptions } from "../bench/instances.ts";
import { withNewDatabase } from "../bench/storage.ts";
import { AUDIENCE, claimsAt, newKey, sign, startTeam, type Team, type TeamKey } from "../dashboard/team.ts";
import { OPERATOR } from "../dependencies.ts";
import { type Running, startKillable } from "../faults/killable.ts";
import { patience, runs, SEED } from "../seeds.ts";
import { builtWorker, issueKey } from "../service.ts";
import { ask } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import type { Model } from "./model.ts";
import { expectStored, RESTART_COMMANDS, type Restarting } from "./restart-commands.ts";
import { newModel, realOf } from "./world.ts";

const RUNS = runs(2);

let directory: string;
let team: Team;
let key: TeamKey;
let running: Running | undefined;
let options: Awaited<ReturnType<typeof findOptions>>;
const models: Model[] = [];

/** The options that start the Worker. The configuration signs nobody in. */
async function findOptions() {
  const vars = { ACCESS_TEAM_DOMAIN: team.origin, ACCESS_AUD: AUDIENCE };
  const found = await serviceOptions(await builtWorker("test/faults/worker.ts"), vars);
  const { access: _, ...options } = { access: undefined, ...found };
  return options;
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "shoppable-links-restarts-"));
  key = await newKey("current");
  team = await startTeam(key);
  options = await findOptions();
  // Before the first start: two runtimes can't use the storage at the same time.
  await withNewDatabase(join(directory, "storage"), async (db) => {
    const dependencies = { members: memberStore(db), projects: projectStore(db), now: () => new Date() };
    for (let number = 1; number <= RUNS; number++) {
      const model = await newModel(number, number * 3 * 86_400_000, {
        issueKey: (organization) => issueKey(db, { organization }),
        add: async (organization, email, role) => {
          await addMember(OPERATOR, { organization, email, role }, dependencies);
        },
      });
      models.push(model);
    }
  });
});
afterAll(async () => {
  await running?.kill();
  await team.close();
  await rm(directory, { recursive: true, force: true });
});

const real: Restarting = {
  ...realOf({
    service: { fetch: (path, init) => fetch(`${running?.origin}${path}`, init) },
    identity: async (email, now = new Date()) => ({
      "Cf-Access-Jwt-Assertion": await sign(key, { ...claimsAt(team.origin, now), email }),
    }),
    origin: () => new URL(running?.origin ?? ""),
  }),
  kill: async () => running?.kill(),
  start: async () => {
    running = await startKillable(options, directory);
  },
};

test("while processes are killed, the service responds like a plain model", {
  timeout: patience() * 2,
}, async () => {
  await real.start();
  const left = [...models];
  const any = fc.commands([...COMMANDS, ...RESTART_COMMANDS, ...RESTART_COMMANDS], {
    maxCommands: 24,
    size: "max",
  });
  await fc.assert(
    fc.asyncProperty(any, async (commands) => {
      const model = left.shift();
      if (!model) throw new Error("no organizations are left");
      await fc.asyncModelRun(() => ({ model, real }), commands);
      await expectStored(model, real);
    }),
    // The moment of a power cut differs from run to run: a smaller example would be useless.
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
  for (const model of models)
    for (const { id, organization, visits } of model.links) {
      const { json } = await ask(model, real, organization, ["GET", `/v1/links/${id}/visits`]);
      const { scans, clicks, robots, previews } = json.data.totals;
      // A power cut may lose visits, and adds none.
      expect(scans + clicks + robots + previews).toBeLessThanOrEqual(visits);
    }
});
