import { beforeEach, describe, expect, test } from "vitest";
import { resumeImports } from "../../src/extras/imports/import-jobs.ts";
import type { ImportMessage } from "../../src/extras/imports/import-message.ts";
import { runQueue } from "../../src/ground/platform/queue.ts";
import { handleRunMessages, type RunMessageDependencies } from "../../src/queued.ts";
import { dependenciesOf } from "../dependencies.ts";
import { type Fault, faultHeader, faulty } from "../faults/faults.ts";
import { useDashboard } from "./dashboard.ts";
import { added, customRows, linksNamed, started as startedImport, statesOf } from "./import.ts";

const OWNER = "owner@acme.example";
const MINUTE_MS = 60_000;

let file = 0;
/** The names of the links of one test's file. */
let name: string;

const dashboard = await useDashboard("test/faults/worker.ts");
await dashboard.add("acme", OWNER, "owner");
const owner = await dashboard.as(OWNER);
await owner.send("/dashboard/o/acme/projects/new", { name: "Main", id: "main" });
beforeEach(() => {
  name = `File ${++file} `;
});

const rows = (count: number) => customRows(count).replaceAll("Link ", name);
/** An import whose first message was lost. */
const started = (count: number) => startedImport(dashboard, OWNER, { file: rows(count) });
const statesAfter = async (path: string) => [
  await statesOf(dashboard, path),
  await linksNamed(dashboard, name),
];
const dependencies = (): RunMessageDependencies => dependenciesOf(dashboard.service.env);
/** The same with a queue that takes nothing. */
const withoutQueue = (): RunMessageDependencies => ({
  ...dependencies(),
  runQueue: runQueue(faulty(dashboard.service.env.IMPORTS, "throws")),
});
/** The time that many minutes from now. */
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);
const runCron = (minutes: number) => dashboard.service.scheduled("* * * * *", inMinutes(minutes));

/** Hands a message to a consumer of its own, as the queue would, and tells what it said to the queue. */
async function deliver(body: unknown, attempts: number, used = dependencies()): Promise<string> {
  let said = "nothing";
  const message = {
    body,
    attempts,
    ack() {
      said = "done";
    },
    retry({ delaySeconds }: { delaySeconds?: number } = {}) {
      said = `again in ${delaySeconds} s`;
    },
  };
  await handleRunMessages([message], used);
  return said;
}

describe("an import continues automatically", () => {
  test("through the queue, while nobody has its page open", async () => {
    const path = await added(dashboard, OWNER, { file: rows(150) });
    await owner.send(`${path}/start`, {});
    await expect.poll(() => statesAfter(path)).toEqual([{ made: 150 }, 150]);
    expect((await owner.open(path)).text).not.toContain("data-refresh");
  });

  test("several consumers and open pages make no row twice", async () => {
    const { path, message } = await started(250);
    const { IMPORTS } = dashboard.service.env;
    await Promise.all([
      IMPORTS.send(message),
      IMPORTS.send(message),
      ...Array.from({ length: 3 }, () => deliver(message, 1)),
      owner.send(`${path}/start`, {}),
      owner.open(path),
      owner.open(path),
    ]);
    await expect.poll(() => statesAfter(path)).toEqual([{ made: 250 }, 250]);
    const ids = await dashboard.service.env.DB.prepare(
      "SELECT count(DISTINCT link_id) AS n FROM import_rows WHERE import_id = ?1",
    )
      .bind(message.importId)
      .first("n");
    expect(ids).toBe(250);
  });
});

describe("a message that is lost", () => {
  test.each<Fault>(["throws", "hangs"])(
    "because the queue %s at the start is sent anew by the cron",
    async (fault) => {
      const path = await added(dashboard, OWNER, { file: rows(3) });
      const { origin } = dashboard.service.url;
      const browser = { Origin: origin, "Sec-Fetch-Site": "same-origin" };
      const answer = await owner.send(
        `${path}/start`,
        {},
        { ...browser, ...faultHeader({ IMPORTS: fault }) },
      );
      expect([answer.status, answer.location]).toEqual([303, path]);
      expect((await owner.open(path)).text).toContain("data-refresh");
      const before = await movedAt(path);
      await runCron(4);
      expect([await statesAfter(path), await movedAt(path)]).toEqual([[{ waiting: 3 }, 0], before]);
      await runCron(6);
      await expect.poll(() => statesAfter(path)).toEqual([{ made: 3 }, 3]);
    },
  );

  test("is sent by the next run where the cron can't send it either", async () => {
    const { path } = await started(2);
    const now = () => inMinutes(6);
    await expect(resumeImports({ ...withoutQueue(), now })).rejects.toThrow();
    await resumeImports({ ...dependencies(), now });
    await expect.poll(() => statesAfter(path)).toEqual([{ made: 2 }, 2]);
  });

  test("is sent once, and not again with each run of the cron", async () => {
    const { message } = await started(1);
    const sent: ImportMessage[] = [];
    const runQueue = {
      // Imports of other tests may wait as well.
      async send(each: ImportMessage) {
        if (each.importId === message.importId) sent.push(each);
      },
    };
    for (const minutes of [6, 7, 10, 12])
      await resumeImports({ ...dependencies(), runQueue, now: () => inMinutes(minutes) });
    expect(sent).toEqual([message, message]);
  });
});

test("an import that a clock of the future has stamped does not wait for that time", async () => {
  const { path, message } = await started(2);
  const sent: ImportMessage[] = [];
  const runQueue = {
    async send(each: ImportMessage) {
      if (each.importId === message.importId) sent.push(each);
    },
  };
  const runAt = (minutes: number) =>
    resumeImports({ ...dependencies(), runQueue, now: () => inMinutes(minutes) });
  await runAt(60 * 24 * 365);
  await runAt(0);
  expect(sent).toHaveLength(1);
  await runAt(6);
  expect(sent).toHaveLength(2);
  expect(await statesAfter(path)).toEqual([{ waiting: 2 }, 0]);
});

const movedAt = (path: string) =>
  dashboard.service.env.DB.prepare("SELECT updated_at FROM imports WHERE id = ?1")
    .bind(path.slice(path.lastIndexOf("/") + 1))
    .first<string>("updated_at");

describe("a message is tried again", () => {
  test("where the next one can't be sent; the next try makes the next rows", async () => {
    const { path, message } = await started(150);
    expect(await deliver(message, 1, withoutQueue())).toBe("again in 10 s");
    expect(await statesAfter(path)).toEqual([{ made: 100, waiting: 50 }, 100]);
    expect(await deliver(message, 2)).toBe("done");
    expect(await statesAfter(path)).toEqual([{ made: 150 }, 150]);
  });

  test("ever later where the database fails, and the rows are made once it works", async () => {
    const { path, message } = await started(2);
    const broken = (): RunMessageDependencies =>
      dependenciesOf({ ...dashboard.service.env, DB: faulty(dashboard.service.env.DB, "throws") });
    for (const [attempt, delay] of [10, 20, 40, 80, 160, 240, 240].entries())
      expect(await deliver(message, attempt + 1, broken())).toBe(`again in ${delay} s`);
    expect(await deliver(message, 8)).toBe("done");
    expect(await statesAfter(path)).toEqual([{ made: 2 }, 2]);
  });

  test("where an earlier try was killed at its work, and not where another consumer is at it", async () => {
    const { path, message } = await started(2);
    const killed = dependencies();
    // A copy: the stores of an isolate are shared.
    killed.chunks = { ...killed.chunks };
    killed.chunks.record = () => Promise.reject(new Error("killed"));
    killed.chunks.release = () => Promise.reject(new Error("killed"));
    expect(await deliver(message, 1, killed)).toBe("again in 10 s");
    expect(await deliver(message, 1)).toBe("done");
    expect(await deliver(message, 2)).toBe("again in 40 s");
    expect(await statesAfter(path)).toEqual([{ waiting: 2 }, 2]);
    expect(await deliver(message, 3, { ...dependencies(), now: () => inMinutes(1) })).toBe("done");
    expect(await statesAfter(path)).toEqual([{ made: 2 }, 2]);
  });

  test("where it is none", async () => {
    for (const body of [null, "x", {}, { importId: "imp_x" }, { importId: 1, organizationId: "acme" }])
      expect(await deliver(body, 1)).toBe("again in 10 s");
  });
});

test("a message that names another organization creates nothing", async () => {
  const { path, message } = await started(2);
  expect(await deliver({ ...message, organizationId: "globex" }, 1)).toBe("done");
  expect(await deliver({ organizationId: "acme", importId: "imp_none" }, 1)).toBe("done");
  expect(await statesAfter(path)).toEqual([{ waiting: 2 }, 0]);
});
