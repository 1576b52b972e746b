import { beforeEach, describe, expect, test } from "vitest";
import type { EditProgress } from "../../src/extras/bulk-edits/bulk-edit.ts";
import { startBulkEdit, startUndo } from "../../src/extras/bulk-edits/start-bulk-edit.ts";
import { startExport } from "../../src/extras/exports/start-export.ts";
import { startImport } from "../../src/extras/imports/manage-imports.ts";
import {
  type Continued,
  continueRun,
  LEASE_MS,
  resumeRuns,
  runQueue,
  STALLED_MS,
} from "../../src/extras/runs/continue-runs.ts";
import { type RunMessage, RunStopped } from "../../src/extras/runs/run.ts";
import { memberActor } from "../../src/features/access/actor.ts";
import { removeMember } from "../../src/features/access/manage-members.ts";
import { DAY_MS } from "../../src/ground/core/days.ts";
import type { Wiring } from "../../src/wiring.ts";
import { linkBody } from "../bodies.ts";
import { useDashboard } from "../dashboard/dashboard.ts";
import { added, customRows, IMPORT, idIn } from "../dashboard/import.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { type Fault, faulty } from "../faults/faults.ts";
import { post } from "../requests.ts";
import { IS_DEEP } from "../seeds.ts";
import { dequeueRuns, takeStep } from "./steps.ts";

const OWNER = "owner@acme.example";
const ROOT = "/dashboard/o/acme";

const dashboard = await useDashboard("test/faults/worker.ts");
const { service } = dashboard;
const { DB, RUNS } = service.env;
const { key } = await service.issueKey({ organization: "acme", createProjects: ["main"] });
await dashboard.add("acme", OWNER, "owner");
const owner = await dashboard.as(OWNER);

/** In the names of the things of a test. */
let name: string;
let tests = 0;
beforeEach(async () => {
  name = `Test ${++tests} `;
  // Two tests never share one, and an organization has few.
  await DB.prepare("DELETE FROM runs").run();
});

const dependencies = (): Wiring => dependenciesOf(service.env);
const at = (ms: number) => ({ ...dependencies(), now: () => new Date(Date.now() + ms) });
/** The same with a queue that fails. */
const withoutQueue = (fault: Fault = "throws"): Wiring => ({
  ...dependencies(),
  log: () => {},
  runQueue: runQueue(faulty(RUNS, fault)),
});
const count = (sql: string) => DB.prepare(sql).bind(name).first<number>("n");
const stateOf = ({ runId }: RunMessage) =>
  DB.prepare("SELECT state FROM runs WHERE id = ?1").bind(runId).first("state");

/** How a kind is started by a member while the queue fails, what it makes in two steps, and where it is shown. */
const KINDS = {
  import: {
    total: 150,
    made: () => count("SELECT count(*) AS n FROM links WHERE name LIKE ?1 || '%'"),
    async start(email: string, lost: Wiring) {
      const path = await added(dashboard, email, { file: customRows(150).replaceAll("Link ", name) });
      const input = { importId: idIn(path), doubtful: false };
      await startImport(await actorOf(email), input, { ...lost, origins });
      return { runId: idIn(path), path: `${IMPORT}/${idIn(path)}` };
    },
  },
  bulk_edit: {
    total: 60,
    made: () =>
      count(
        `SELECT count(*) AS n FROM activity JOIN links ON links.id = activity.link_id
         WHERE links.name LIKE ?1 || '%' AND link_version > 1`,
      ),
    async start(email: string, lost: Wiring) {
      const links = Array.from({ length: 60 }, (_, index) =>
        linkBody("custom custom_url", { name: `${name}${index}`, tracking: { tags: [name.trim()] } }),
      );
      expect((await post(service, "/v1/links/bulk", { links }, { key })).status).toBe(200);
      const selection = { filter: { tag: name.trim() } };
      const task = { kind: "change", selection, change: { status: "inactive" } } as const;
      // As if the request were killed before the first part.
      const takeStep = async () => "busy" as const;
      const { id } = await startBulkEdit(
        await actorOf(email),
        { task, list: "", total: 60, idempotency: request() },
        { ...lost, origins, takeStep },
      );
      return { runId: id, path: `${ROOT}/links/bulk-edit/${id}` };
    },
  },
  export: {
    total: 1,
    // Its archive.
    made: async () =>
      (await service.env.QR_IMAGES.list({ prefix: "exports/" })).objects.filter(({ key: file }) =>
        file.endsWith(".zip"),
      ).length,
    async start(email: string, lost: Wiring) {
      const idempotency = { ...request(), receipt: () => "" };
      const started = await startExport(
        await actorOf(email),
        { images: false, idempotency },
        { ...lost, origins },
      );
      if (started.kind !== "made") throw new Error("started before");
      return { runId: started.value.id, path: `${ROOT}/exports` };
    },
  },
} as const;
type Kind = keyof typeof KINDS;

const origins = { shortLink: service.url.origin, api: service.url.origin, problem: null };
const request = () => ({
  scope: crypto.randomUUID().replaceAll("-", "").padEnd(64, "0"),
  fingerprint: "",
  organizationId: "acme",
});
async function actorOf(email: string) {
  const member = await dependencies().members.findByEmail("acme", email);
  if (!member) throw new Error("no member");
  return memberActor(member);
}

/** Starts a run whose first message is lost. */
async function started(kind: Kind, { email = OWNER, fault }: { email?: string; fault?: Fault } = {}) {
  const { runId, path } = await KINDS[kind].start(email, withoutQueue(fault));
  return { path, message: { kind, organizationId: "acme", runId } satisfies RunMessage, ...KINDS[kind] };
}

/** The dependencies of a worker that is killed before it records its step: neither is its lease ended. */
function killed(kind: Kind): Wiring {
  const all = dependencies();
  const dies = () => Promise.reject(new Error("killed"));
  const store = { record: dies, release: dies };
  // Copies: the stores of an isolate are shared.
  if (kind === "import") return { ...all, imports: { ...all.imports, ...store } };
  if (kind === "bulk_edit") return { ...all, bulkEdits: { ...all.bulkEdits, ...store } };
  return { ...all, exports: { ...all.exports, ...store } };
}

/** Hands a message to a consumer of its own, as the queue would, and tells what it said to the queue. */
async function deliver(body: unknown, attempts: number, used = dependencies()): Promise<string> {
  let said = "nothing";
  await dequeueRuns(
    [
      {
        body,
        attempts,
        ack() {
          said = "done";
        },
        retry({ delaySeconds } = {}) {
          said = `again in ${delaySeconds} s`;
        },
      },
    ],
    { ...used, log: () => {} },
  );
  return said;
}

describe.each(["import", "bulk_edit"] as const)("a step of a run (%s)", (kind) => {
  test("that is killed before it is recorded does nothing twice; others wait for its lease", async () => {
    const { message, made, total, path } = await started(kind);
    await expect(takeStep(message, killed(kind))).rejects.toThrow("killed");
    const once = await made();
    expect(once).toBeGreaterThan(0);
    expect(await takeStep(message, dependencies())).toBe("busy");
    expect((await owner.open(path)).text).toContain("data-refresh");
    expect(await takeStep(message, at(LEASE_MS))).toBe("more");
    expect(await made()).toBe(once);
    expect(await takeStep(message, at(2 * LEASE_MS))).toBe("done");
    expect(await takeStep(message, at(3 * LEASE_MS))).toBe("done");
    expect([await made(), await stateOf(message)]).toEqual([total, "idle"]);
    expect((await owner.open(path)).text).not.toContain("data-refresh");
  });

  test("that two workers do at one time is done once", async () => {
    const { message, made, total } = await started(kind);
    const slow = dependencies();
    let other: Continued | undefined;
    const overtaken = <R extends { record(...args: never[]): Promise<boolean> }>(store: R): R => ({
      ...store,
      // The lease has run out meanwhile, and another worker has taken up the step.
      async record(...recorded: never[]) {
        other ??= await takeStep(message, at(LEASE_MS));
        return store.record(...recorded);
      },
    });
    const used = { ...slow, imports: overtaken(slow.imports), bulkEdits: overtaken(slow.bulkEdits) };
    expect([await takeStep(message, used), other]).toEqual(["done", "more"]);
    expect(await takeStep(message, at(LEASE_MS))).toBe("done");
    expect([await made(), await stateOf(message)]).toEqual([total, "idle"]);
  });

  test("that was interrupted for longer than its claims are kept is not repeated", async () => {
    const { message, made, path } = await started(kind);
    await expect(takeStep(message, killed(kind))).rejects.toThrow("killed");
    const before = await made();
    for (let steps = 0; steps < 3 && (await stateOf(message)) === "running"; steps++)
      await takeStep(message, at(DAY_MS));
    // The second step of an import had not begun.
    expect(await made()).toBe(kind === "import" ? 150 : before);
    expect((await owner.open(path)).text).toMatch(
      /so the link may exist|interrupted for too long and stopped/,
    );
  });

  test.each(["removed", "viewer"] as const)("stops the run where its member is %s", async (how) => {
    const email = `${how}-${kind}@acme.example`;
    await dashboard.add("acme", email, "editor");
    const { message, made, path } = await started(kind, { email });
    const found = await dependencies().members.findByEmail("acme", email);
    if (how === "removed") await removeMember(OPERATOR, { id: found?.id ?? "" }, dependencies());
    else await DB.prepare("UPDATE members SET role = 'viewer' WHERE id = ?1").bind(found?.id).run();
    expect(await takeStep(message, dependencies())).toBe("done");
    expect([await made(), await stateOf(message)]).toEqual([0, "stopped"]);
    expect((await owner.open(path)).text).toMatch(
      how === "removed" ? "is no longer a member" : /can no longer (create|change) links/,
    );
  });
});

const ALL = Object.keys(KINDS) as Kind[];

// One runner takes all kinds of runs: it fails for each alike.
describe.each(IS_DEEP ? ALL : ["import" as const])("a message of a run (%s)", (kind) => {
  test.each<Fault>(["throws", "hangs"])(
    "that the queue loses (%s) is sent anew by the cron, once",
    async (fault) => {
      const { message, made, total } = await started(kind, { fault });
      const before = await made();
      await service.scheduled("* * * * *", new Date(Date.now() + 50_000));
      expect([await made(), await stateOf(message)]).toEqual([before, "running"]);
      const sent: RunMessage[] = [];
      const send = async (each: RunMessage) => void sent.push(each);
      await expect(resumeRuns({ ...withoutQueue(), now: at(61_000).now })).rejects.toThrow();
      for (const ms of [1_000, 2_000, 60_000]) await resumeRuns({ ...at(60_000 + ms), runQueue: { send } });
      expect(sent).toEqual([message]);
      await service.scheduled("* * * * *", new Date(Date.now() + 3 * STALLED_MS));
      await expect.poll(() => stateOf(message)).toBe("idle");
      expect(((await made()) ?? 0) - (kind === "export" ? (before ?? 0) : 0)).toBe(total);
    },
  );

  test("whose attempt was killed is sent once its lease is over, and again only if that is lost too", async () => {
    const { message } = await started(kind);
    await expect(takeStep(message, killed(kind))).rejects.toThrow("killed");
    const sent: RunMessage[] = [];
    const runQueue = { send: async (each: RunMessage) => void sent.push(each) };
    const resumedAt = async (ms: number) => {
      await resumeRuns({ ...at(ms), runQueue });
      return sent.length;
    };
    expect([await resumedAt(LEASE_MS - 5_000), await resumedAt(LEASE_MS + 1_000)]).toEqual([0, 1]);
    expect([await resumedAt(LEASE_MS + 60_000), await resumedAt(LEASE_MS + STALLED_MS + 2_000)]).toEqual([
      1, 2,
    ]);
    expect(sent).toEqual([message, message]);
  });

  test("that failed is left to its retries", async () => {
    const { message } = await started(kind);
    const fails = () => Promise.reject(new Error("failed"));
    const all = dependencies();
    const store = { record: fails };
    const failing = {
      ...all,
      imports: { ...all.imports, ...store },
      bulkEdits: { ...all.bulkEdits, ...store },
      exports: { ...all.exports, ...store },
    };
    await expect(takeStep(message, failing)).rejects.toThrow("failed");
    const sent: RunMessage[] = [];
    const runQueue = { send: async (each: RunMessage) => void sent.push(each) };
    await resumeRuns({ ...at(STALLED_MS - 10_000), runQueue });
    expect(sent).toEqual([]);
    await resumeRuns({ ...at(STALLED_MS + 10_000), runQueue });
    expect(sent).toEqual([message]);
  });

  test("is not waited for until a time that a wrong clock has stamped", async () => {
    const { message } = await started(kind);
    const sent: RunMessage[] = [];
    const runQueue = { send: async (each: RunMessage) => void sent.push(each) };
    for (const ms of [365 * DAY_MS, 0, 1]) await resumeRuns({ ...at(ms), runQueue });
    expect(sent).toEqual([message, message]);
  });

  test("that is repeated after its own killed attempt waits for the lease; one beside another worker does not", async () => {
    const { message } = await started(kind);
    expect(await deliver(message, 1, killed(kind))).toBe("again in 10 s");
    expect(await deliver(message, 1)).toBe("done");
    expect(await deliver(message, 2)).toBe("again in 40 s");
    expect(await stateOf(message)).toBe("running");
    for (let steps = 0; steps < 2; steps++) await deliver(message, 3, at((steps + 1) * LEASE_MS));
    await expect.poll(() => stateOf(message)).toBe("idle");
  });

  test("is tried ever later while D1 fails, and where the next one can't be sent", async () => {
    const { message } = await started(kind);
    const broken = () => dependenciesOf({ ...service.env, DB: faulty(DB, "throws") });
    for (const [attempt, delay] of [10, 20, 40, 80, 160, 240, 240].entries())
      expect(await deliver(message, attempt + 1, broken())).toBe(`again in ${delay} s`);
    const first = await deliver(message, 1, withoutQueue());
    expect(first).toBe(kind === "export" ? "done" : "again in 10 s");
    expect(await deliver(message, 2)).toBe("done");
    expect(await stateOf(message)).toBe("idle");
  });

  test("of another organization, of an unknown run or without meaning does nothing", async () => {
    const { message, made } = await started(kind);
    const before = await made();
    expect(await deliver({ ...message, organizationId: "globex" }, 1)).toBe("done");
    expect(await deliver({ ...message, runId: "imp_none" }, 1)).toBe("done");
    for (const body of [
      null,
      "x",
      {},
      { runId: "imp_x" },
      { ...message, kind: "other" },
      { ...message, runId: 1 },
    ])
      expect(await deliver(body, 1)).toBe("again in 10 s");
    expect([await made(), await stateOf(message)]).toEqual([before, "running"]);
  });
});

describe.each(IS_DEEP ? ALL : ["export" as const])("a message of a run (%s)", (kind) => {
  test("comes too late once its run has expired and is deleted; what it made stays", async () => {
    const { message, made, total } = await started(kind);
    while ((await takeStep(message, dependencies())) === "more");
    const expires = await DB.prepare("SELECT expires_at FROM runs WHERE id = ?1")
      .bind(message.runId)
      .first<string>("expires_at");
    const end = Date.parse(expires ?? "");
    expect(end - Date.now()).toBeGreaterThan((kind === "export" ? 1 : 30) * DAY_MS - 60_000);
    await service.scheduled("* * * * *", new Date(end - 1));
    expect(await stateOf(message)).toBe("idle");
    await service.scheduled("* * * * *", new Date(end));
    expect(await stateOf(message)).toBe(null);
    expect(await takeStep(message, dependencies())).toBe("done");
    if (kind === "export") {
      const { objects } = await service.env.QR_IMAGES.list({ prefix: `exports/${message.runId}` });
      expect(objects).toEqual([]);
    } else expect(await made()).toBe(total);
    expect(await count("SELECT count(*) AS n FROM import_rows WHERE ?1 <> ''")).toBe(0);
  });
});

/** Lets the lease of a killed attempt be over. */
const leaseOver = ({ runId }: RunMessage) =>
  DB.prepare("UPDATE runs SET leased_until = updated_at WHERE id = ?1").bind(runId).run();

test.each(ALL)("a member who looks at a killed run (%s) lets it go on", async (kind) => {
  const { message, path } = await started(kind);
  await expect(takeStep(message, killed(kind))).rejects.toThrow("killed");
  await leaseOver(message);
  await owner.open(path);
  await expect.poll(() => stateOf(message)).toBe("idle");
});

test("Undo of a killed bulk edit lets it go on, and can follow", async () => {
  const { message } = await started("bulk_edit");
  await expect(takeStep(message, killed("bulk_edit"))).rejects.toThrow("killed");
  await leaseOver(message);
  const actor = await actorOf(OWNER);
  const all = { ...dependencies(), origins };
  await expect(startUndo(actor, message.runId, all)).rejects.toThrow();
  await expect.poll(() => stateOf(message)).toBe("idle");
  expect(await startUndo(actor, message.runId, all)).toMatchObject({
    task: { kind: "undo", edit: { id: message.runId } },
  });
});

test("a step that saves what it has done keeps its lease", async () => {
  const { message } = await started("bulk_edit");
  let ms = 0;
  const all = dependencies();
  const clock = { ...all, now: () => new Date(Date.now() + ms) };
  const others: Continued[] = [];
  await continueRun(
    message,
    all.bulkEdits,
    async ({ run, save }) => {
      for (let times = 0; times < 3; times++) {
        ms += LEASE_MS - 1_000;
        expect(await save(run.progress satisfies EditProgress)).toBe(true);
        others.push(await takeStep(message, at(ms + 2_000)));
      }
      return null;
    },
    clock,
  );
  expect(others).toEqual(["busy", "busy", "busy"]);
});

test("a step that ends because its member left does not stop the run of the member who went on with it", async () => {
  const { message } = await started("import");
  await dashboard.add("acme", "successor@acme.example", "editor");
  const successor = await actorOf("successor@acme.example");
  const all = dependencies();
  const said = await continueRun(
    message,
    all.imports,
    async ({ run, now }) => {
      await all.imports.stop(run, "member_removed", now);
      await startImport(successor, { importId: run.id, doubtful: false }, { ...withoutQueue(), origins });
      throw new RunStopped("member_removed");
    },
    all,
  );
  expect(said).toBe("done");
  const found = await all.imports.find(message.runId);
  expect([found?.state, found?.stoppedBecause, found?.memberId]).toEqual(["running", null, successor.id]);
});

test("several consumers and open pages do every step once", async () => {
  const { message, made, total, path } = await started("import");
  await Promise.all([
    RUNS.send(message),
    RUNS.send(message),
    ...Array.from({ length: 3 }, () => deliver(message, 1)),
    owner.send(`${path}/start`, {}),
    owner.open(path),
  ]);
  await expect.poll(made).toBe(total);
  await expect.poll(() => stateOf(message)).toBe("idle");
});
