import { allRows, rowsOf } from "./rows.ts";
import { batchOf, bytesOf, type ScaleTraffic, writesOf } from "./traffic.ts";

/** The monthly cost of traffic. */
export interface Scale {
  messages: number;
  /** Messages of a batch of the queue's consumer. */
  batch: number;
  rows: ReturnType<typeof rowsOf>;
  bytes: number;
  /** By metered unit. */
  dollars: Record<string, number>;
}

/** Per million, or gigabyte, and how many the Workers Paid plan includes. Cloudflare's prices of November 2026, as in docs/costs.md. */
const PRICES = {
  requests: [0.3, 10],
  "milliseconds of CPU": [0.02, 30],
  "KV reads": [0.5, 10],
  "queue operations": [0.4, 1],
  "D1 rows written": [1, 50],
  "D1 gigabytes": [0.75, 5],
} as const;
const PLAN = 5;
/** CPU time of a redirect, in milliseconds, and operations of a message in the queue: written, read and deleted. */
const REDIRECT_MS = 0.25;
const MESSAGE_OPERATIONS = 3;
const MILLION = 1e6;

const price = (what: keyof typeof PRICES, used: number): number => {
  const [each, included] = PRICES[what];
  return Math.max(0, used - included) * each;
};

/** Messages, rows, storage and dollars of this traffic. */
export function scaleOf(traffic: ScaleTraffic): Scale {
  const { visits, inMemory } = traffic;
  const writes = writesOf(traffic);
  const { messages } = writes;
  const batch = batchOf(messages);
  const rows = rowsOf(writes);
  const bytes = bytesOf(traffic);
  const used = {
    requests: (visits + messages / batch) / MILLION,
    "milliseconds of CPU": (visits * REDIRECT_MS) / MILLION,
    "KV reads": (visits * (1 - inMemory)) / MILLION,
    "queue operations": (messages * MESSAGE_OPERATIONS) / MILLION,
    "D1 rows written": allRows(rows) / MILLION,
    "D1 gigabytes": bytes / 1e9,
  };
  const dollars: Record<string, number> = { plan: PLAN };
  for (const [what, amount] of Object.entries(used))
    dollars[what] = price(what as keyof typeof PRICES, amount);
  return { messages, batch, rows, bytes, dollars };
}
