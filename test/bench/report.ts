import { cpus } from "node:os";
import type { BulkTimes } from "./bulk.ts";
import type { Size } from "./bundle.ts";
import type { ColdStart } from "./cold-start.ts";
import type { CountingTime } from "./counting.ts";
import type { DrawingTime } from "./drawing.ts";
import type { HandlerTime } from "./handler.ts";
import type { LinkCountTime } from "./link-counts.ts";
import type { Comparison, Figures } from "./measure.ts";
import type { Scale } from "./scale.ts";
import type { Waiting } from "./waits.ts";

export interface Report {
  /** The time of the measurement, ISO 8601. */
  date: string;
  machine: string;
  /** Each list is empty if it was not measured. */
  coldStarts: readonly ColdStart[];
  handlers: readonly HandlerTime[];
  waits: readonly Waiting[];
  drawings: readonly DrawingTime[];
  counting: readonly CountingTime[];
  /** Null if it was not measured. */
  bulk: BulkTimes | null;
  comparisons: Comparison[];
  bundle: Size;
  /** Milliseconds to load and run the bundle's top level. */
  startUp: number;
}

export const machine = (): string => {
  const [cpu] = cpus();
  return `${cpus().length} x ${cpu?.model.trim() ?? "unknown"}, Node ${process.version}, ${process.platform}`;
};

/** The report for people. */
export function describe(report: Report): string {
  const { date, machine, bundle, startUp } = report;
  const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;
  return [
    `${date.slice(0, 16)}Z, ${machine}, loopback`,
    `Bundle ${kib(bundle.bytes)}, ${kib(bundle.gzipBytes)} with gzip; start-up ${startUp.toFixed(1)} ms (wrangler check startup).`,
    "",
    ...section("A fresh workerd process to the end of its first answer, least and greatest, CPU", [
      ...report.coldStarts.map(({ name, milliseconds, spread, cpuMilliseconds }) => [
        name,
        `${milliseconds.toFixed(1)} ms`,
        rangeOf(spread, 1),
        cpuMilliseconds === null ? "unknown" : `${cpuMilliseconds.toFixed(1)} ms`,
      ]),
    ]),
    ...section("CPU of one call of the handler, for a link in memory or a create, least and greatest", [
      ...report.handlers.map(({ name, microseconds, spread }) => [
        name,
        microseconds === null ? "unknown" : `${microseconds.toFixed(1)} µs`,
        spread === null ? "" : rangeOf(spread, 1),
      ]),
    ]),
    ...section("Calls that stand one after another before the answer, each 25 ms longer than it is", [
      ...report.waits.map(({ name, waits, target, milliseconds }) => [
        name,
        String(waits),
        `at most ${target} ${waits <= target ? "met" : "MISSED"}`,
        `${milliseconds.toFixed(0)} ms`,
      ]),
    ]),
    ...section("CPU of drawing one QR code, and its bytes", [
      ...report.drawings.map(({ name, microseconds, bytes, target }) => [
        name,
        `${(microseconds / 1000).toFixed(2)} ms`,
        `${bytes} bytes`,
        target === null ? "" : `at most ${target / 1000} ms ${microseconds <= target ? "met" : "MISSED"}`,
      ]),
    ]),
    ...section(
      "Visits counted a second, to the first, least and greatest; rows written and CPU for a visit",
      [
        ...report.counting.map(({ name, visitsPerSecond, ratio, spread, rows, cpuMicroseconds }) => [
          name,
          visitsPerSecond.toFixed(0),
          ratio.toFixed(2),
          rangeOf(spread, 2),
          `${rows.toFixed(2)} rows`,
          cpuMicroseconds === null ? "unknown" : `${cpuMicroseconds.toFixed(0)} µs`,
        ]),
      ],
    ),
    ...(report.bulk === null ? [] : bulkOf(report.bulk)),
    ...(report.comparisons.length === 0 ? [] : comparisonsOf(report.comparisons)),
  ].join("\n");
}

const bulkOf = ({ times, ratio, target }: BulkTimes): string[] =>
  section("Until 100 links are answered, least and greatest", [
    ...times.map(({ name, milliseconds, spread }) => [
      name,
      `${milliseconds.toFixed(0)} ms`,
      rangeOf(spread, 0),
    ]),
    [
      "one request is so many times faster than 16 connections",
      ratio.toFixed(1),
      `at least ${target} ${ratio >= target ? "met" : "MISSED"}`,
    ],
  ]);

/** The result of `measureLinkCounts` as text. */
export const describeLinkCounts = (times: readonly LinkCountTime[]): string =>
  section(
    "Time of one request by the number of links stored, and by that with the fewest, least and greatest",
    [
      ...times.map(({ name, links, milliseconds, ratio, spread }) => [
        name,
        `${links} links`,
        `${milliseconds.toFixed(2)} ms`,
        ratio.toFixed(2),
        rangeOf(spread, 2),
      ]),
    ],
  ).join("\n");

export const describeScale = ({ links, days, sheets, times }: Scale): string =>
  section(
    `${links} links, each visited on ${days} days; ${sheets.characters} characters of sheets, ${sheets.rowsWritten} rows written in ${sheets.seconds.toFixed(0)} s`,
    [
      ["request", "median", "least and greatest", "rows read", "memory of workerd", "heap of the Worker"],
      ...times.map(({ name, milliseconds, spread, rows, mebibytes, heap }) => [
        name,
        `${milliseconds.toFixed(0)} ms`,
        rangeOf(spread, 0),
        rows === null ? "" : String(rows),
        mebibytes === null ? "unknown" : `+${mebibytes.toFixed(0)} MiB`,
        `${heap.toFixed(0)} MiB`,
      ]),
    ],
  ).join("\n");

const section = (title: string, rows: readonly string[][]): string[] =>
  rows.length === 0 ? [] : [title, ...table(rows), ""];

const comparisonsOf = (comparisons: readonly Comparison[]): string[] => [
  ...table([HEADINGS, ...comparisons.flatMap(rowsOf)]),
  "",
  "Ratio: median over the rounds of our requests a second by the peer's, and the least and greatest of a round.",
  "CPU: time of the whole workerd process by /proc for a request, its local storage included.",
  "load: what sent the requests, from the same cores; undici takes several times as much of them as wrk.",
  "In Miniflare, configured by wrangler.toml unless noted; in bare workerd, a Worker replaces KV and",
  "the queue.",
  "",
];

const rangeOf = (spread: readonly [number, number], digits: number): string =>
  spread.map((value) => value.toFixed(digits)).join(" to ");

const HEADINGS = [
  "",
  "requests/s",
  "p50 ms",
  "p99 ms",
  "CPU µs",
  "CPU ratio",
  "ratio",
  "target",
  "rounds",
  "load",
];

function rowsOf({ name, target, ratio, spread, load, peer, service }: Comparison): string[][] {
  const [ours = name, theirs = ""] = name.split(" / ");
  const judgement = target === null ? "" : `${target.toFixed(2)} ${ratio >= target ? "met" : "MISSED"}`;
  const judged = [cpuRatio(service, peer), ratio.toFixed(2), judgement, rangeOf(spread, 2), load];
  return [
    [ours, ...cellsOf(service), ...judged],
    [`  ${theirs}`, ...cellsOf(peer)],
  ];
}

/** How many times the peer's CPU a request takes: a busy machine distorts it less than the clock's ratio. */
const cpuRatio = (service: Figures, peer: Figures): string =>
  service.cpuPerRequest === null || peer.cpuPerRequest === null
    ? "unknown"
    : (service.cpuPerRequest / peer.cpuPerRequest).toFixed(2);

const cellsOf = ({ perSecond, p50, p99, cpuPerRequest }: Figures): string[] => [
  perSecond.toFixed(0),
  p50.toFixed(2),
  p99.toFixed(2),
  cpuPerRequest?.toFixed(0) ?? "unknown",
];

function table(rows: readonly string[][]): string[] {
  const columns = Array.from({ length: Math.max(...rows.map((row) => row.length)) });
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
}
