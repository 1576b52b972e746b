import { linkBody } from "../bodies.ts";
import { PLAN, PLANNED } from "../faults/planned.ts";
import type { Json } from "../requests.ts";
import { mayImport, newImport, openScreen, type People, type SentImport, sendImport } from "./people.ts";

/** A link that was asked for, and the ids of all answers that acknowledged it: one and the same. */
export interface Creation {
  key: string;
  name: string;
  ids: Set<string>;
}

/** What a soak has sent and what came back. */
export interface Ledger {
  creations: Creation[];
  imports: SentImport[];
  /** Answers that no caller should get. */
  wrong: string[];
  /** Visits that were answered with a redirect. */
  visits: number;
  /** Requests that a restart cut off. */
  cutOff: number;
  /** How long each answer of this minute took, in milliseconds. */
  latencies: number[];
}

export interface Target {
  origin: string;
  apiKey: string;
  shortIds: readonly string[];
  people: People;
}

type Kind = "redirect" | "create" | "bulk" | "read" | "dashboard" | "import";
/** Of 40 requests; what shoppers do is most of it. */
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

/** Of ten requests, one whose calls of bindings fail, come late or twice: it may be refused with 503. */
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

/** Whether the answer is the good one. Any other is wrong, but for a refusal of a request with faults. */
function isGood(response: Response, wanted: number, plan: object, what: string, { wrong }: Ledger): boolean {
  if (response.status === wanted) return true;
  if (response.status !== 503 || Object.keys(plan).length === 0) wrong.push(`${what}: ${response.status}`);
  return false;
}

async function create(target: Target, creation: Creation, ledger: Ledger, plan = somePlan()): Promise<void> {
  const response = await fetch(`${target.origin}/v1/links`, {
    method: "POST",
    headers: headersOf(target, { "Idempotency-Key": creation.key, ...plan }),
    body: JSON.stringify(linkBody("custom custom_url", { name: creation.name })),
  });
  const { data } = (await response.json()) as Json;
  if (isGood(response, 201, plan, "create", ledger)) creation.ids.add(data.id);
}

/** Twenty rows as an import sends them, under one key. */
async function bulk(target: Target, rows: Creation[], ledger: Ledger): Promise<void> {
  const plan = somePlan();
  const response = await fetch(`${target.origin}/v1/links/bulk`, {
    method: "POST",
    headers: headersOf(target, { "Idempotency-Key": rows[0]?.key ?? "", ...plan }),
    body: JSON.stringify({ links: rows.map(({ name }) => linkBody("custom custom_url", { name })) }),
  });
  const { data } = (await response.json()) as Json;
  if (!isGood(response, 200, plan, "bulk", ledger)) return;
  // A row may be refused by itself while its calls fail.
  for (const [index, { status, body }] of data.entries())
    if (status === 201) rows[index]?.ids.add(body.data.id);
}

const newCreation = (ledger: Ledger): Creation => {
  const number = ledger.creations.length;
  const creation = { key: `soak-key-${number}`, name: `soak ${number}`, ids: new Set<string>() };
  ledger.creations.push(creation);
  return creation;
};

async function plain(target: Target, path: string, status: number, ledger: Ledger): Promise<void> {
  const plan = somePlan();
  const response = await fetch(target.origin + path, {
    redirect: "manual",
    headers: headersOf(target, plan),
  });
  await response.arrayBuffer();
  isGood(response, status, plan, path, ledger);
}

/** Sends the `number`-th request of the mix. Rejects where the connection ends without an answer. */
export async function sendNext(target: Target, number: number, ledger: Ledger): Promise<void> {
  const start = performance.now();
  switch (MIX[number % MIX.length]) {
    case "create":
      await create(target, newCreation(ledger), ledger);
      break;
    case "bulk":
      await bulk(
        target,
        Array.from({ length: 20 }, () => newCreation(ledger)),
        ledger,
      );
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

/** Sends again, one by one, what no answer has acknowledged, as callers do; gives how many there were. */
export async function settle(target: Target, ledger: Ledger): Promise<number> {
  const left = ledger.creations.filter(({ ids }) => ids.size === 0);
  for (const creation of left) {
    // The rows of a bulk go under the key of its first row; each is looked for by its name below.
    const found = await findByName(target, creation.name);
    for (const id of found) creation.ids.add(id);
    if (found.length === 0) await create(target, creation, ledger, {});
  }
  return left.length;
}

/** The ids of the links of this name. */
export async function findByName(target: Target, name: string): Promise<string[]> {
  const query = new URLSearchParams({ q: name, limit: "100" });
  const response = await fetch(`${target.origin}/v1/links?${query}`, { headers: headersOf(target) });
  const { data } = (await response.json()) as Json;
  return data.filter((link: Json) => link.name === name).map(({ id }: Json) => id);
}

/** The names of all links of the soak that the service has, as its list tells them. */
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
