import { vi } from "vitest";
import { changeAlertSettings } from "../../src/extras/alerts/manage-alerts.ts";
import { addImport } from "../../src/extras/imports/add-import.ts";
import { startImport } from "../../src/extras/imports/manage-imports.ts";
import type { MemberActor } from "../../src/features/access/actor.ts";
import { saveUtmTemplate } from "../../src/features/links/utm-templates.ts";
import type { VisitRecord } from "../../src/features/short-links/visitor.ts";
import { addPasskey, newChallenge } from "../../src/features/sign-in/passkey.ts";
import { addDayNote } from "../../src/features/visits/day-notes.ts";
import { DIMENSIONS } from "../../src/features/visits/dimensions.ts";
import { shareReport } from "../../src/features/visits/share-report.ts";
import { VisitBuffer } from "../../src/features/visits/visit-buffer.ts";
import type { VisitMessage } from "../../src/features/visits/visit-counts.ts";
import { madeBy } from "../../src/features/writes/claim.ts";
import { DAY_MS, dayOf } from "../../src/ground/core/days.ts";
import { newId } from "../../src/ground/core/ids.ts";
import { choiceBody, linkBody, PAIRS } from "../bodies.ts";
import { rowsIn } from "../database-rows.ts";
import { dependenciesOf } from "../dependencies.ts";
import { finishedExport } from "../exports/archives.ts";
import { LOGO } from "../logos.ts";
import { type Json, post, send } from "../requests.ts";
import type { RunningService } from "../service.ts";
import { newAuthenticator } from "../sign-in/authenticator.ts";
import type { OwnSignIn } from "../sign-in/people.ts";
import { type Baseline, ORGANIZATION, OWNER, redirectsOf, responsesOf } from "./baseline.ts";

/** Later than any test runs: what expires in the baseline is still valid. */
const LATER = "2099-01-01T00:00:00.000Z";
const HOST = "go.acme.example";
const PHONE = "Mozilla/5.0 (iPhone) Mobile Safari";

/** Fills an empty service with something of everything that is stored, through its own interfaces, and returns it. */
export async function fillBaseline(own: OwnSignIn): Promise<Baseline> {
  const { service } = own;
  const now = new Date();
  const { key } = await service.issueKey({ organization: ORGANIZATION, createProjects: ["main", "second"] });
  const memberId = await own.add(ORGANIZATION, OWNER);
  const actor: MemberActor = {
    type: "member",
    id: memberId,
    organizationId: ORGANIZATION,
    role: "owner",
    projects: "all",
  };
  await service.env.DB.prepare(
    `INSERT INTO domains (host, organization_id, project_id, root_url, token, created_at, confirmed_at)
     VALUES ('${HOST}', '${ORGANIZATION}', 'second', 'https://brand.example/', hex(randomblob(16)),
       '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z')`,
  ).run();
  const links = await makeLinks(service, key);
  const report = await usePeople(own, actor);
  const cookie = await own.signIn(OWNER);
  const created = { idempotencyKey: "baseline", body: linkBody(undefined, { name: "Repeated" }) };
  const first = await post(service, "/v1/links", created.body, { key, ...created });
  await service.env.DB.batch(
    [
      "UPDATE organizations SET created_at = '2026-01-01T00:00:00.000Z', time_zone = 'Europe/Berlin'",
      `UPDATE sessions SET created_at = '${LATER}', used_at = '${LATER}'`,
      `UPDATE idempotency_claims SET expires_at = '${LATER}'`,
      `UPDATE runs SET expires_at = '${LATER}'`,
    ].map((sql) => service.env.DB.prepare(sql)),
  );
  // Old visits become a month, recent ones stay days. At noon, which is on the same day in each time zone of the test.
  const earlier = [130, 1].map((days) => {
    const day = dayOf(new Date(now.getTime() - days * DAY_MS));
    return visitsOn(links, new Date(`${day}T12:00:00Z`));
  });
  await countMessages(service, await Promise.all(earlier));
  await service.scheduled("* * * * *", now);

  const ids = links.map(({ id }) => id);
  const messages = {
    VISITS: [await visitsOn(links, now)],
    RUNS: [{ kind: "import", organizationId: ORGANIZATION, runId: await runningImport(own, actor) }],
  };
  const archive = await archiveOf(own, key);
  const responses = await responsesOf(service, key, [
    ...[
      "/v1/links?limit=100",
      "/v1/projects",
      "/v1/projects/main",
      "/v1/projects/main/code-style",
      "/v1/key",
    ],
    ...["/v1/events?limit=100", "/v1/webhooks", "/v1/retailers?q=aldi"],
    ...ids.flatMap((id) =>
      ["/history", "/definition", "/destination", "/qr-codes"].map((part) => `/v1/links/${id}${part}`),
    ),
  ]);
  const { tables, rows } = await rowsIn(service.env.DB);
  const kv = {
    LINKS: await entriesOf(service.env.LINKS),
    IDEMPOTENCY: await entriesOf(service.env.IDEMPOTENCY),
  };
  await countMessages(service, messages.VISITS);
  return {
    ...{
      madeAt: now.toISOString(),
      secrets: { key, cookie, report },
      rows: { tables, rows },
      kv,
      messages,
      archive,
    },
    create: { ...created, response: first.json },
    responses,
    visits: await responsesOf(service, key, visitPathsOf(ids, now)),
    redirects: await redirectsOf(
      service,
      links.map(({ shortLink }) => shortLink.replace(service.url.origin, "")),
    ),
  };
}

/** Sends messages of visits to the queue, and comes back once they are counted. */
export async function countMessages(
  { env }: RunningService,
  messages: readonly VisitMessage[],
): Promise<void> {
  for (const message of messages) await env.VISITS.send(message);
  const counted = env.DB.prepare(
    `SELECT count(*) AS messages FROM json_each(?1) AS sent, visit_senders, json_each(seen) AS range
     WHERE visit_senders.id = sent.value ->> 'sender'
       AND sent.value ->> 'number' BETWEEN range.value ->> 0 AND range.value ->> 1`,
  ).bind(JSON.stringify(messages.map(({ sender, number }) => ({ sender, number }))));
  const isDone = async () => (await counted.first("messages")) === messages.length;
  await vi.waitUntil(isDone, { timeout: 30_000, interval: 50 });
}

async function entriesOf(kv: KVNamespace): Promise<Record<string, string>> {
  const { keys } = await kv.list();
  const entries = await Promise.all(
    keys.map(async ({ name }) => [name, (await kv.get(name)) ?? ""] as const),
  );
  return Object.fromEntries(entries);
}

interface MadeLink {
  id: string;
  shortLink: string;
}

/** Links of every kind, with codes, a history and the look of their project. */
async function makeLinks(service: OwnSignIn["service"], key: string): Promise<MadeLink[]> {
  const bodies = [
    ...PAIRS.map((pair) => linkBody(pair, { tracking: { tags: ["every", pair], utm: { source: "shelf" } } })),
    choiceBody({ slug: "cereal" }),
    linkBody(undefined, { slug: "poster", metadata: { note: "x".repeat(2_000) } }),
    linkBody(undefined, { projectId: "second", gtin: "09506000134352", publicName: "Honey cereal" }),
    linkBody(undefined, { schedule: { activeFrom: "2026-01-01T00:00:00Z", activeUntil: LATER } }),
    linkBody(undefined, { slug: "before", forwardQuery: true }),
  ];
  const { json } = await post(service, "/v1/links/bulk", { links: bodies }, { key });
  const made: MadeLink[] = json.data.map(({ status, body }: Json) => {
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.data;
  });
  const [plain, last] = [made[0], made.at(-1)];
  const codes = `/v1/links/${plain?.id}/qr-codes`;
  const style = { finders: "circle", color: "#0a4d3c" };
  const writes = [
    await send(service, "PATCH", `/v1/links/${last?.id}`, { slug: "after", name: "Renamed" }, { key }),
    await post(service, codes, { identifier: "wall", metadata: { place: "hall" } }, { key }),
    await send(service, "PATCH", `${codes}/wall`, { style }, { key }),
    await send(service, "PUT", "/v1/projects/main/code-style", { logo: "project", modules: "dots" }, { key }),
    await send(service, "PUT", "/v1/projects/main/logo", LOGO, {
      ...{ key, headers: { "Content-Type": "image/png" } },
    }),
    await send(
      service,
      "PATCH",
      "/v1/projects/main",
      { brand: { name: "Acme", accent: "#0a4d3c" } },
      { key },
    ),
    await post(service, "/v1/webhooks", { url: "https://hooks.example/acme" }, { key }),
  ];
  for (const { status, text } of writes) if (status >= 300) throw new Error(text);
  return made;
}

/** What members make. Returns the token of a shared report. */
async function usePeople({ service, add }: OwnSignIn, actor: MemberActor): Promise<string> {
  const dependencies = { ...dependenciesOf(service.env), db: service.env.DB };
  await add(ORGANIZATION, "viewer@acme.example", "viewer");
  const yesterday = dayOf(new Date(Date.now() - DAY_MS));
  const at = { language: "en", origin: service.url.origin } as const;
  await addDayNote(actor, { day: yesterday, text: "Flyer", projectId: null }, dependencies);
  await saveUtmTemplate(actor, { name: "Mail", utm: { source: "mail" } }, dependencies);
  const alerts = { members: [actor.id], mailOff: [], attentionOff: ["link.ending" as const] };
  await changeAlertSettings(actor, { ...alerts, ...at }, dependencies);
  const page = { origin: "https://go.example" };
  const owner = { email: OWNER, organizationId: null };
  const challenge = await newChallenge(owner, dependencies);
  const credential = await (await newAuthenticator("ES256")).register({ challenge, ...page });
  await addPasskey(owner, { credential, name: "Laptop", ...page }, dependencies);
  const view = { filter: { projectId: "main" }, period: { days: 30 }, interval: "day" as const };
  const fields = { name: "For the agency", note: "", expiresAt: null };
  const shared = await shareReport(actor, { ...fields, view, idempotency: null }, dependencies);
  return madeBy(shared).token;
}

/** The message of an isolate with visits of a day: of every kind of visitor, and with every dimension. */
async function visitsOn(links: readonly MadeLink[], day: Date): Promise<VisitMessage> {
  const buffer = new VisitBuffer();
  const sent: VisitMessage[] = [];
  const about = {
    qr: "",
    time: day.getTime(),
    country: "US",
    userAgent: PHONE,
    head: false,
    prefetch: false,
  };
  const records: VisitRecord[] = links.flatMap(({ id: linkId }) => {
    const link = { linkId, project: { organizationId: "acme", projectId: "main" } };
    return [
      { ...about, link, qr: "default" },
      { ...about, link, qr: "default", lot: "A1" },
      { ...about, link, country: undefined, referrer: "news.example" },
      { ...about, link, source: "mail" },
      { ...about, link, userAgent: "Googlebot/2.1" },
      { ...about, link, prefetch: true },
      { ...about, link, qr: "default", tap: "custom" },
    ];
  });
  const work = records.map((record) => buffer.add(record, "local"));
  const ports = {
    send: async (message: VisitMessage) => void sent.push(message),
    wait: () => Promise.resolve(),
    findEntries: async () => undefined,
    name: () => ({ sender: newId("vis", day), number: 0 }),
    report: ({ cause }: { cause: unknown }) => {
      throw cause;
    },
  };
  for (const each of work) await each?.(ports);
  const [first, ...others] = sent;
  if (!first) throw new Error("no message was sent");
  for (const { counts, apart } of others) {
    first.counts.push(...counts);
    first.apart.push(...apart);
  }
  return { ...first, unknown: [[HOST, "/old", dayOf(day), 3]] };
}

/** An import that has begun, and whose message is on its way. Returns its id. */
async function runningImport({ service }: OwnSignIn, actor: MemberActor): Promise<string> {
  const origin = "https://go.example";
  const dependencies = {
    ...dependenciesOf(service.env),
    ...{ origins: { shortLink: origin, api: origin, problem: null }, runQueue: { send: async () => {} } },
  };
  const content = "name,retailer,intent,customUrl\nImported,custom,custom_url,https://example.com/imported";
  const { id } = await addImport(
    actor,
    {
      ...{ fileName: "links.csv", content, projectId: "main" },
      idempotency: { scope: "b".repeat(64), fingerprint: content, organizationId: ORGANIZATION },
    },
    dependencies,
  );
  await startImport(actor, { importId: id, doubtful: false }, dependencies);
  await service.env.DB.prepare(`UPDATE runs SET expires_at = '${LATER}'`).run();
  return id;
}

async function archiveOf({ service }: OwnSignIn, key: string): Promise<string> {
  const { id } = (await post(service, "/v1/exports", {}, { key })).json.data;
  const { downloadUrl } = await finishedExport(service, id, key);
  const response = await service.fetch(new URL(downloadUrl).pathname);
  return Buffer.from(await response.arrayBuffer()).toString("base64");
}

/** Every dimension, and links, up to the day of the baseline, which is in the past of every test. */
function visitPathsOf(ids: readonly string[], now: Date): string[] {
  const range = `from=2026-01-01&to=${dayOf(now)}&interval=month`;
  return [
    ...DIMENSIONS.map((each) => `/v1/visits?${range}&by=${each}`),
    ...ids.slice(0, 2).map((id) => `/v1/links/${id}/visits?${range}`),
  ];
}
