import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { unstable_splitSqlQuery } from "wrangler";
import { entryText } from "../../src/features/visits/visitor-sketch.ts";
import { buildWorker } from "../../src/surfaces/cli/wrangler/build.ts";
import { PROJECT_ROOT } from "../../src/surfaces/cli/wrangler/wrangler.ts";
import { fillLinkId, fillLinks } from "../links/many-links.ts";
import { issueKey } from "../service.ts";
import { messageOf } from "../visits/visit-messages.ts";
import { bundleModules } from "./bundle.ts";
import type { Way } from "./counting.worker.ts";
import { deployment } from "./instances.ts";
import { cpuMilliseconds } from "./processes.ts";
import { start } from "./start.ts";
import { median } from "./statistics.ts";

/** One way to count visits. */
export interface CountingTime {
  name: string;
  visitsPerSecond: number;
  /** To the first way, of the same round: the median, the minimum and the maximum. */
  ratio: number;
  spread: [number, number];
  /** Rows written for each visit. */
  rows: number;
  /** CPU of workerd for each visit, in microseconds; null where there is no /proc. */
  cpuMicroseconds: number | null;
}

const WAYS: readonly { way: Way; name: string }[] = [
  { way: "bare", name: "D1, a bare number for each link and day" },
  { way: "service", name: "the service, each message once" },
  { way: "objects", name: "256 Durable Objects by hash of the link" },
];
/** A batch of the queue: wrangler.toml has its size, and the visits are those of isolates with 20 a second. */
const MESSAGES = 50;
const PER_MESSAGE = 20;
const LINKS = 10_000;
const BATCHES = 10;

/** Counts the same batches in each way, in turn, in one Worker. */
export async function measureCounting(
  directory: string,
  rounds: number,
  batches = BATCHES,
): Promise<CountingTime[]> {
  const bundle = join(directory, "counting");
  await buildWorker(bundle, "test/bench/counting.worker.ts");
  const modules = (await bundleModules(bundle)).map(([name]) => ({
    type: "ESModule" as const,
    path: join(bundle, name),
  }));
  const { origin, pid, miniflare, stop } = await start(
    {
      name: "counting",
      modules,
      modulesRoot: bundle,
      compatibilityDate: deployment().compatibilityDate ?? "",
      d1Databases: ["DB"],
      durableObjects: { COUNTERS: { className: "Counters", useSQLite: true } },
    },
    join(directory, "counting-storage"),
  );
  try {
    // The same interface, declared by two packages.
    const db = (await miniflare.getD1Database("DB")) as unknown as D1Database;
    const schema = unstable_splitSqlQuery(await readFile(join(PROJECT_ROOT, "schema.sql"), "utf8"));
    await db.batch(schema.map((statement) => db.prepare(statement)));
    for (const organization of ["acme", "globex"])
      await issueKey(db, { organization, createProjects: ["main", "shop", "rare"] });
    await fillLinks(db, LINKS);
    let sent = 0;
    const batch = () =>
      Array.from({ length: MESSAGES }, () => {
        const visits = Array.from({ length: PER_MESSAGE }, () => {
          const link = 1 + ((sent++ * 7_919) % LINKS);
          // Each visit is somebody's first of the day.
          const hash = createHash("sha256").update(`${sent}`).digest();
          const visitors = entryText(hash.readUIntBE(0, 3)) + entryText(hash.readUIntBE(3, 3));
          return { linkId: fillLinkId(link), hour: "2026-11-20T10", visitors };
        });
        return messageOf(visits, `vis_${sent}`);
      });
    const found = WAYS.map(() => ({ seconds: [] as number[], rows: 0, cpu: 0, knowsCpu: true }));
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      const made = Array.from({ length: batches }, batch);
      for (const [index, { way }] of WAYS.entries()) {
        const of = found[index];
        if (!of) continue;
        const [cpu, start] = [await cpuMilliseconds(pid), performance.now()];
        let rows = 0;
        for (const messages of made) {
          const response = await fetch(new URL(way, origin), {
            method: "POST",
            body: JSON.stringify(messages),
          });
          if (!response.ok) throw new Error(await response.text());
          rows += ((await response.json()) as { rows: number }).rows;
        }
        if (round === 0) continue;
        of.seconds.push((performance.now() - start) / 1_000);
        const after = await cpuMilliseconds(pid);
        if (cpu === null || after === null) of.knowsCpu = false;
        else of.cpu += after - cpu;
        of.rows += rows;
      }
    }
    const visits = batches * MESSAGES * PER_MESSAGE;
    const [first] = found;
    return WAYS.map(({ name }, index) => {
      const { seconds = [], rows = 0, cpu = 0, knowsCpu = false } = found[index] ?? {};
      const ratios = seconds.map((each, round) => (first?.seconds[round] ?? Number.NaN) / each);
      return {
        name,
        visitsPerSecond: visits / median(seconds),
        ratio: median(ratios),
        spread: [Math.min(...ratios), Math.max(...ratios)],
        rows: rows / rounds / visits,
        cpuMicroseconds: knowsCpu ? (cpu / rounds / visits) * 1_000 : null,
      };
    });
  } finally {
    await stop();
  }
}
