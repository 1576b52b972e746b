import { expect, test } from "vitest";
import { storeVisits } from "../../src/features/visits/store-visits.ts";
import { MAX_RETRIES } from "../../src/ground/platform/background.ts";
import type { Log } from "../../src/ground/platform/log.ts";
import { readDeployment } from "../../src/surfaces/cli/configuration/deployment.ts";
import type { Wiring } from "../../src/wiring.ts";
import { dequeueRuns } from "../runs/steps.ts";

const deadLetters: unknown[] = [];
const log: Log = (_, event, fields) => {
  if (event === "dead letter") deadLetters.push(fields);
};
/** An unreadable message at the nth delivery. */
const unreadable = (attempts: number) => ({ body: "?", attempts, ack() {}, retry() {} });

test("wrangler.toml allows exactly the attempts after which a message counts as a dead letter", async () => {
  const { consumers = [] } = (await readDeployment({ remote: false })).bindings.queues;
  // The queue of webhooks has no dead letters: D1 knows what to deliver.
  const withDeadLetters = consumers.filter(({ queue }) => queue !== "shoppable-links-webhooks");
  expect(withDeadLetters.map(({ max_retries }) => max_retries)).toEqual([MAX_RETRIES, MAX_RETRIES]);
});

test("the last attempt of a message is logged as a dead letter, with its queue", async () => {
  // An unreadable message needs no database.
  const db = {} as D1Database;
  const visits = [
    unreadable(1),
    unreadable(MAX_RETRIES),
    unreadable(MAX_RETRIES + 1),
    unreadable(MAX_RETRIES + 1),
  ];
  await storeVisits(visits, { db, log });
  expect(deadLetters.splice(0)).toEqual([{ queue: "visits", messages: 2 }]);

  // The same holds for everything else that runs depend on.
  const dependencies = { log } as unknown as Wiring;
  await dequeueRuns([unreadable(MAX_RETRIES), unreadable(MAX_RETRIES + 1)], dependencies);
  expect(deadLetters).toEqual([{ queue: "runs", messages: 1 }]);
});
