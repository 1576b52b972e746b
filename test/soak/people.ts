import { MAX_IMPORTS } from "../../src/extras/imports/import.ts";
import { addMember } from "../../src/features/access/manage-members.ts";
import { memberStore } from "../../src/features/access/member-store.ts";
import { projectStore } from "../../src/features/access/project-store.ts";
import { IDEMPOTENCY_FIELD } from "../../src/surfaces/dashboard/layout/form-screen.ts";
import { startService } from "../bench/instances.ts";
import { AUDIENCE, claimsAt, newKey, sign, startTeam } from "../dashboard/team.ts";
import { OPERATOR } from "../dependencies.ts";
import { JOBS } from "../faults/faults.ts";
import type { Creation, Ledger, Target } from "./load.ts";

/** The person who opens screens and sends imports. */
const EMAIL = "owner@acme.example";
const IMPORT = "/dashboard/o/acme/links/import";
const SCREENS = ["", "/links", "/links?q=soak", "/visits", "/activity", "/codes", "/keys", "/members"];
const ROWS = 50;
/** How long a token is used before another token is signed, which lasts an hour. */
const TOKEN_MS = 600_000;

/** A file whose rows become links once its import was started, and its acknowledged ids. */
export interface SentImport {
  key: string;
  rows: Creation[];
  path: string | null;
  started: boolean;
}

/** A person signed in by a Cloudflare Access team of this process. */
export interface People {
  vars: Record<string, string>;
  identity(): Promise<Record<string, string>>;
  close(): Promise<void>;
}

export async function startPeople(): Promise<People> {
  const key = await newKey("current");
  const team = await startTeam(key);
  let token = { text: "", until: 0 };
  return {
    vars: { ACCESS_TEAM_DOMAIN: team.origin, ACCESS_AUD: AUDIENCE },
    async identity() {
      if (token.until < Date.now()) {
        const claims = { ...claimsAt(team.origin, new Date()), email: EMAIL };
        token = { text: await sign(key, claims), until: Date.now() + TOKEN_MS };
      }
      return { "Cf-Access-Jwt-Assertion": token.text };
    },
    close: () => team.close(),
  };
}

/** Makes the person an owner of acme, before anything else uses the storage. */
export async function addOwner(bundle: string, storage: string): Promise<void> {
  const { miniflare, stop } = await startService(bundle, storage);
  // The same type, declared by two packages.
  const db = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  const dependencies = { members: memberStore(db), projects: projectStore(db), now: () => new Date() };
  await addMember(OPERATOR, { organization: "acme", email: EMAIL, role: "owner" }, dependencies);
  await stop();
}

/** A page, or the response to a form with these fields. */
async function asPerson(
  { origin, people }: Target,
  path: string,
  form?: FormData | URLSearchParams,
): Promise<Response> {
  return fetch(origin + path, {
    redirect: "manual",
    ...(form && { method: "POST", body: form }),
    headers: {
      ...(await people.identity()),
      Accept: "text/html",
      ...(form && { Origin: origin, "Sec-Fetch-Site": "same-origin" }),
    },
  });
}

function formOf(fields: Record<string, string>, file: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new Blob([file]), "links.csv");
  return form;
}

/** Opens one of the screens. */
export async function openScreen(target: Target, number: number, { wrong }: Ledger): Promise<void> {
  const path = `/dashboard/o/acme${SCREENS[number % SCREENS.length]}`;
  const response = await asPerson(target, path);
  const text = await response.text();
  if (response.status !== 200 || !text.includes("</html>")) wrong.push(`${path}: ${response.status}`);
}

/** The location in the response to a form; null if the form was rejected. */
async function locationOf(response: Response, what: string, { wrong }: Ledger): Promise<string | null> {
  await response.arrayBuffer();
  if (response.status === 303) return response.headers.get("Location");
  wrong.push(`${what}: ${response.status}`);
  return null;
}

/** Uploads the file and starts its import; acknowledged rows are sent again and change nothing. */
export async function sendImport(target: Target, sent: SentImport, ledger: Ledger): Promise<void> {
  const file = `name,retailer,intent,customUrl\r\n${sent.rows
    .map(({ name }) => `${name},custom,custom_url,https://example.com/imported\r\n`)
    .join("")}`;
  const fields = { project: "main", [IDEMPOTENCY_FIELD]: sent.key };
  const added = await locationOf(await asPerson(target, IMPORT, formOf(fields, file)), "import", ledger);
  if (added === null) return;
  sent.path = added.replace(/\?.*/, "");
  const start = await asPerson(
    target,
    `${sent.path}/start`,
    new URLSearchParams({ [IDEMPOTENCY_FIELD]: `${sent.key}-start` }),
  );
  if ((await locationOf(start, "start of an import", ledger)) !== null) sent.started = true;
}

/** Whether another import may be sent: an organization has a maximum. */
export const mayImport = ({ imports }: Ledger): boolean => imports.length < MAX_IMPORTS;

export function newImport(ledger: Ledger): SentImport {
  const number = ledger.imports.length;
  const rows = Array.from({ length: ROWS }, (_, row) => ({
    name: `soak import ${number} row ${row}`,
    ids: new Set<string>(),
  }));
  const sent = { key: `soak-import-${number}`, rows, path: null, started: false };
  ledger.imports.push(sent);
  return sent;
}

/** Starts interrupted imports, and runs jobs until no import waits: a job continues after a restart. */
export async function finishImports(target: Target, ledger: Ledger): Promise<void> {
  for (const sent of ledger.imports.filter(({ started }) => !started)) await sendImport(target, sent, ledger);
  for (const { path } of ledger.imports)
    while (path !== null && (await (await asPerson(target, path)).text()).includes("data-refresh"))
      await fetch(`${target.origin}/health`, { headers: { [JOBS]: "yes" } });
}
