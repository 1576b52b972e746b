import { linkBody } from "../bodies.ts";
import { PLAN, PLANNED } from "../faults/planned.ts";
import type { Json } from "../requests.ts";
import { mayImport, newImport, openScreen, type People, type SentImport, sendImport } from "./people.ts";

/** A requested link, and the ids in all its responses, which must be equal. */
export interface Creation {
  name: string;
  ids: Set<string>;
}

/** A request that creates links under a key: a single link or a bulk. */
interface Write {
  key: string;
  rows: Creation[];
}

/** The requests of a soak and their results. */
export interface Ledger {
  writes: Write[];
  imports: SentImport[];
  /** Wrong responses. */
  wrong: string[];
  /** Visits with a redirect as response. */
  visits: number;
  /** Requests that a restart interrupted. */
  cutOff: number;
  /** The durations of this minute's responses, in milliseconds. */
  latencies: number[];
}

export interface Target {
  origin: string;
  apiKey: string;
  shortIds: readonly string[];
  people: People;
}

type Kind = "redirect" | "create" | "bulk" | "read" | "dashboard" | "import";
/** Of 40 requests, most are a shopper's. */
const MIX: readonly Kind[] = [
  ...Array<Kind>(24).fill("redirect"),
  ...Array<Kind>(7).fill("create"),
  ...Array<Kind>(4).fill("dashboard"),
  "bulk",
  "bulk",
  "read",
  "read",
  "import",
];

/** In one of ten requests, calls of bindings fail, are late or happen twice: a 503 is allowed. */
const FAULTY = 0.1;

function somePlan(): Record<string, string> {
  if (Math.random() >= FAULTY) return {};
  const words = Array.from({ length: 6 }, () => PLANNED[Math.floor(Math.random() * PLANNED.length)]);
  return { [PLAN]: words.join(",") };
}

const headersOf = ({ apiKey }: Target, more: object = {}) => ({
  "Content-Type": "application/json",
  "X-Service-API-Key": apiKey,
  ...more,
});

/** Whether the response is correct. Any other response is wrong, except a 503 for a request with faults. */
function isGood(response: Response, wanted: number, plan: object, what: string, { wrong }: Ledger): boolean {
  if (response.status === wanted) return true;
  if (response.status !== 503 || Object.keys(plan).length === 0) wrong.push(`${what}: ${response.status}`);
  return false;
}

async function create(target: Target, write: Write, ledger: Ledger, plan = somePlan()): Promise<void> {
  const isBulk = write.rows.length > 1;
  const bodies = write.rows.map(({ name }) => linkBody("custom custom_url", { name }));
  const response = await fetch(`${target.origin}/v1/links${isBulk ? "/bulk" : ""}`, {
    method: "POST",
    headers: headersOf(target, { "Idempotency-Key": write.key, ...plan }),
    body: JSON.stringify(isBulk ? { links: bodies } : bodies[0]),
  });
  const { data } = (await response.json()) as Json;
  if (!isGood(response, isBulk ? 200 : 201, plan, "create", ledger)) return;
  const answers = isBulk ? data : [{ status: response.status, body: { data } }];
  // A row may be rejected while its calls fail.
  for (const [index, { status, body }] of answers.entries())
    if (status === 201) write.rows[index]?.ids.add(body.data.id);
}

/** A write of so many links, in a bulk like an import. */
function newWrite(ledger: Ledger, links: number): Write {
  const number = ledger.writes.length;
  const rows = Array.from({ length: links }, (_, row) => ({
    name: `soak ${number} ${row}`,
    ids: new Set<string>(),
  }));
  const write = { key: `soak-key-${number}`, rows };
  ledger.writes.push(write);
  return write;
}

async function plain(target: Target, path: string, status: number, ledger: Ledger): Promise<void> {
  const plan = somePlan();
  const response = await fetch(target.origin + path, {
    redirect: "manual",
    headers: headersOf(target, plan),
  });
  await response.arrayBuffer();
  isGood(response, status, plan, path, ledger);
}

/** Sends the `number`-th request of the mix. Rejects if the connection ends without a response. */
export async function sendNext(target: Target, number: number, ledger: Ledger): Promise<void> {
  const start = performance.now();
  switch (MIX[number % MIX.length]) {
    case "create":
      await create(target, newWrite(ledger, 1), ledger);
      break;
    case "bulk":
      await create(target, newWrite(ledger, 20), ledger);
      break;
    case "read":
      await plain(target, "/v1/links?limit=20", 200, ledger);
      break;
    case "dashboard":
      await openScreen(target, number, ledger);
      break;
    case "import":
      if (mayImport(ledger)) await sendImport(target, newImport(ledger), ledger);
      break;
    default:
      await plain(target, `/${target.shortIds[number % target.shortIds.length]}`, 302, ledger);
      ledger.visits++;
  }
  ledger.latencies.push(performance.now() - start);
}

/**
 * Sends every write again that was not acknowledged as a whole, under its key, like callers: existing links are returned.
 * Returns the number of writes.
 */
export async function settle(target: Target, ledger: Ledger): Promise<number> {
  const isOpen = ({ rows }: Write): boolean => rows.some(({ ids }) => ids.size === 0);
  const left = ledger.writes.filter(isOpen);
  for (const write of left) {
    await create(target, write, ledger, {});
    if (isOpen(write)) ledger.wrong.push(`${write.key}: not made, though its calls were good`);
  }
  return left.length;
}

/** The names of all links of the soak, from the service's list. */
export async function namesOf(target: Target): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = new URLSearchParams({ limit: "100", ...(cursor && { cursor }) });
    const page = (await (
      await fetch(`${target.origin}/v1/links?${query}`, { headers: headersOf(target) })
    ).json()) as Json;
    names.push(...page.data.map(({ name }: Json) => name).filter((name: string) => name.startsWith("soak ")));
    cursor = page.nextCursor;
    if (cursor === undefined) return names;
  }
}
