import { cpus } from "node:os";
import type { Size } from "./bundle.ts";
import type { Comparison, Figures } from "./measure.ts";

export interface Report {
  /** When it was measured, ISO 8601. */
  date: string;
  machine: string;
  comparisons: Comparison[];
  /** As in its comparison, in microseconds; null where creates or CPU times were not measured. */
  cpuPerCreate: number | null;
  bundle: Size;
  /** Milliseconds that loading and running the bundle's top level takes. */
  startUp: number;
}

export const machine = (): string => {
  const [cpu] = cpus();
  return `${cpus().length} x ${cpu?.model.trim() ?? "unknown"}, Node ${process.version}, ${process.platform}`;
};

/** The report for people. */
export function describe({ date, machine, comparisons, cpuPerCreate, bundle, startUp }: Report): string {
  const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;
  return [
    `${date.slice(0, 16)}Z, ${machine}, loopback, Miniflare`,
    "",
    ...table([HEADINGS, ...comparisons.flatMap(rowsOf)]),
    "",
    "Ratio: median over the rounds of our requests a second by the peer's, and the least and greatest of a round.",
    "CPU: time of the whole workerd process by /proc for a request, its local storage included.",
    `CPU per create: ${cpuPerCreate === null ? "not measured" : `${(cpuPerCreate / 1000).toFixed(1)} ms`}.`,
    `Bundle ${kib(bundle.bytes)}, ${kib(bundle.gzipBytes)} with gzip; start-up ${startUp.toFixed(1)} ms (wrangler check startup).`,
    "",
  ].join("\n");
}

const HEADINGS = ["", "requests/s", "p50 ms", "p99 ms", "CPU µs", "ratio", "target", "rounds"];

function rowsOf({ name, target, ratio, spread, peer, service }: Comparison): string[][] {
  const [ours = name, theirs = ""] = name.split(" / ");
  const range = spread.map((value) => value.toFixed(2)).join(" to ");
  const judged = [ratio.toFixed(2), `${target.toFixed(2)} ${ratio >= target ? "met" : "MISSED"}`, range];
  return [
    [ours, ...cellsOf(service), ...judged],
    [`  ${theirs}`, ...cellsOf(peer), "", "", ""],
  ];
}

const cellsOf = ({ perSecond, p50, p99, cpuPerRequest }: Figures): string[] => [
  perSecond.toFixed(0),
  p50.toFixed(2),
  p99.toFixed(2),
  cpuPerRequest?.toFixed(0) ?? "unknown",
];

function table(rows: readonly string[][]): string[] {
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
}
