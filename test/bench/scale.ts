import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeSheets } from "../../src/features/visits/write-sheets.ts";
import { DAY_MS, dayOf } from "../../src/ground/core/days.ts";
import { d1Limit } from "../../src/ground/platform/d1.ts";
import { countedD1 } from "../links/counted-d1.ts";
import { fillLinks } from "../links/many-links.ts";
import { issueKey } from "../service.ts";
import { ask, questions } from "../visits/questions.ts";
import { heapDuring } from "./heap.ts";
import { startInspected, startService } from "./instances.ts";
import { residentKib } from "./processes.ts";
import type { Instance } from "./start.ts";
import { median } from "./statistics.ts";
import { withNewDatabase } from "./storage.ts";

/** One request with many links that are visited every day. */
export interface ScaleTime {
  name: string;
  /** The median of its rounds, from the request to the end of the response, and the least and greatest. */
  milliseconds: number;
  spread: [number, number];
  /** Rows that its queries read, as D1 counts them; null for screens and files that are like another one's. */
  rows: number | null;
  /** How much memory workerd has more at the most than before the request, with the local D1; null if unknown. */
  mebibytes: number | null;
  /** The most that the heap of the Worker's isolate was seen to hold, garbage and its code included, in MiB. */
  heap: number;
}

/** What the database has, and how long it takes to write its sheets. */
export interface Scale {
  links: number;
  days: number;
  sheets: { seconds: number; characters: number; rowsWritten: number };
  times: ScaleTime[];
}

const DAYS = 90;
const ROUNDS = 3;
/** As in `[access.dev]` of wrangler.toml. */
const EMAIL = "owner@demo.example";
/** A name of this machine, and what browsers send: else the local identity signs nobody in. */
const ORIGIN = "http://localhost";
const BROWSER = { "Sec-Fetch-Site": "same-origin" };
const EACH_LINK = `WITH visited AS (SELECT row_number() OVER (ORDER BY id) AS n, id, retailer FROM links WHERE organization_id = 'acme' AND project_id = 'main')`;

/** Each link has clicks in two hours and scans of its code in one; every tenth also robots. */
const LINK_DAYS = `${EACH_LINK}, numbers AS (SELECT *, 1 + (n * 7919 + ?2) % 9 AS clicks, 1 + (n * 104729 + ?2) % 5 AS scans, (n % 10 = 0) AS robots FROM visited)
  INSERT INTO visit_days (day, organization_id, project_id, link_id, retailer, scans, clicks, robots, previews, taps, counts, totals, apart)
  SELECT ?1, 'acme', 'main', id, retailer, scans, clicks, robots, 0, 0,
    '{"":{"US phone":{"9":1,"17":' || clicks || '}},"default":{"DE phone":{"12":' || scans || '}}}',
    '{"qrCode":{"":{"clicks":' || clicks || iif(robots, ',"robots":1', '') || '},"default":{"scans":' || scans || '}}}', '{}' FROM numbers`;
/** The project as a whole, from its links. */
const PROJECT_DAYS = `INSERT INTO visit_days (day, organization_id, project_id, link_id, retailer, scans, clicks, robots, previews, taps, counts, totals, apart)
  SELECT day, organization_id, project_id, '', retailer, sum(scans), sum(clicks), sum(robots), 0, 0, '{}',
    '{"qrCode":{"":{"clicks":' || sum(clicks) || ',"robots":' || sum(robots) || '},"*":{"scans":' || sum(scans) || '}},'
      || '"country":{"US":{"clicks":' || sum(clicks) || '},"DE":{"scans":' || sum(scans) || '}},'
      || '"device":{"phone":{"scans":' || sum(scans) || ',"clicks":' || sum(clicks) || '}},'
      || '"hour":{"12":{"scans":' || sum(scans) || '},"17":{"clicks":' || sum(clicks) || '}}}', '{}'
  FROM visit_days WHERE day = ?1 AND organization_id = 'acme' AND project_id = 'main' AND link_id > '' GROUP BY retailer`;
const OPEN = `INSERT INTO visit_sheet_periods (organization_id, project_id, period, state, changes, link_id, sheets, length)
  SELECT 'acme', 'main', substr(?1, 1, column1), 'open', 0, '', 0, 0 FROM (VALUES (7), (10)) WHERE TRUE ON CONFLICT DO NOTHING`;
const CODES = `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
  SELECT id, 'default', 'Default QR code', 'https://go.example/' || short_id, 1, created_at FROM links WHERE organization_id = 'acme'`;
const MEMBER = `INSERT INTO members (id, organization_id, email, role, created_at) VALUES ('mem_1', 'acme', ?1, 'owner', '2026-01-01T00:00:00.000Z')`;

/** All of these visits are recent. */
const NO_OLD_VISITS = { async *rowsOf() {} };

/** Fills a database with links that are visited on each of 90 days, and measures what reads them. */
export async function measureScale(
  bundle: string,
  directory: string,
  links: number,
  progress: (line: string) => void,
): Promise<Scale> {
  const storage = join(directory, "scale");
  // What is measured are single calls: filling may take longer.
  d1Limit.milliseconds = 600_000;
  const now = new Date();
  const filled = await withNewDatabase(storage, async (db) => {
    const { key } = await issueKey(db, { organization: "acme", createProjects: ["main", "shop", "rare"] });
    await issueKey(db, { organization: "globex", createProjects: ["main", "shop", "rare"] });
    // Of eleven links, one is of globex, and one of shop.
    await fillLinks(db, Math.ceil((links * 11) / 9));
    await db.batch([db.prepare(CODES), db.prepare(MEMBER).bind(EMAIL)]);
    for (let ago = DAYS - 1; ago >= 0; ago--) {
      const day = dayOf(new Date(now.getTime() - ago * DAY_MS));
      if (ago % 10 === 0) progress(`Visits of ${links} links on ${day}`);
      await db.prepare(LINK_DAYS).bind(day, ago).run();
      await db.batch([db.prepare(PROJECT_DAYS).bind(day), db.prepare(OPEN).bind(day)]);
    }
    progress("Sheets");
    const { db: counted, taken } = countedD1(db);
    const begun = performance.now();
    await writeSheets(
      { db: counted, oldVisits: NO_OLD_VISITS, now: () => now },
      { pages: 1_000_000, rows: 2_000 },
    );
    const seconds = (performance.now() - begun) / 1000;
    const length = "SELECT sum(length) AS length FROM visit_sheet_periods";
    const { length: characters = 0 } = (await db.prepare(length).first<{ length: number }>()) ?? {};
    const visited = "SELECT count(*) AS n FROM links WHERE organization_id = 'acme' AND project_id = 'main'";
    const { n = 0 } = (await db.prepare(visited).first<{ n: number }>()) ?? {};
    progress("Rows read");
    const rows: Record<string, number> = {};
    for (const name of Object.values(QUESTIONS)) {
      const question = questions()[name];
      if (question) rows[name] = (await ask({ DB: db } as never, question, now)).rows;
    }
    return { key, rows, links: n, sheets: { seconds, characters, rowsWritten: taken().written } };
  });
  const times: ScaleTime[] = [];
  for (const [name, { path, headers }] of Object.entries(requestsOf(filled.key))) {
    progress(name);
    // Loads the code.
    const small = path.replace(/days=\d+|from=[^&]*/, (text) =>
      text.startsWith("d") ? "days=1" : `from=${dayOf(now)}`,
    );
    const ask = async ({ miniflare }: Instance, url: string) => {
      const begun = performance.now();
      const response = await miniflare.dispatchFetch(ORIGIN + url, { headers });
      const text = await response.text();
      if (response.status !== 200)
        throw new Error(`${url} responded ${response.status}: ${text.slice(0, 300)}`);
      return performance.now() - begun;
    };
    const inspected = await startInspected(bundle, storage);
    let heap: number;
    try {
      heap = await heapDuring(inspected, () => ask(inspected, path));
    } finally {
      await inspected.stop();
    }
    // A process of its own, so that its memory is that of this request.
    const instance = await startService(bundle, storage);
    try {
      await ask(instance, small);
      const before = await residentKib(instance.pid);
      await resetPeak(instance.pid);
      const measured: number[] = [];
      for (let round = 0; round < ROUNDS; round++) measured.push(await ask(instance, path));
      const peak = await peakKib(instance.pid);
      times.push({
        name,
        milliseconds: median(measured),
        spread: [Math.min(...measured), Math.max(...measured)],
        rows: filled.rows[QUESTIONS[name] ?? ""] ?? null,
        mebibytes: before === null || peak === null ? null : (peak - before) / 1024,
        heap: heap / 1024 ** 2,
      });
    } finally {
      await instance.stop();
    }
  }
  return { links: filled.links, days: DAYS, sheets: filled.sheets, times };
}

/** The questions whose rows are those of a request, as in test/visits/questions.ts. */
const QUESTIONS: Readonly<Record<string, string>> = {
  "overview, 90 days": "overview: 90 days",
  "visits, 90 days": "visits: 90 days",
};

function requestsOf(key: string): Record<string, { path: string; headers: Record<string, string> }> {
  const from = dayOf(new Date(Date.now() - (DAYS - 1) * DAY_MS));
  const headers = { "X-Service-API-Key": key };
  return {
    "overview, 90 days": { path: "/dashboard/o/acme?days=90", headers: BROWSER },
    "visits, 90 days": { path: "/dashboard/o/acme/visits?days=90", headers: BROWSER },
    "list sorted by visits of 30 days": { path: "/dashboard/o/acme/links?order=visits", headers: BROWSER },
    "ranking of links, 90 days": { path: `/v1/visits?by=link&from=${from}`, headers },
    "ranking of codes, 90 days": { path: `/v1/visits?by=qrCode&from=${from}`, headers },
    "ranking of links as CSV, 90 days": {
      path: `/v1/visits?by=link&from=${from}`,
      headers: { ...headers, Accept: "text/csv" },
    },
  };
}

/** Linux forgets the peak of a process: https://docs.kernel.org/filesystems/proc.html */
const resetPeak = (pid: number | null): Promise<void> =>
  pid === null ? Promise.resolve() : writeFile(`/proc/${pid}/clear_refs`, "5").catch(() => {});

async function peakKib(pid: number | null): Promise<number | null> {
  const status = pid === null ? "" : await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  return kib === undefined ? null : Number(kib);
}
