import type { Env } from "../../src/env.ts";
import type { MemberActor } from "../../src/features/access/actor.ts";
import { listProjects } from "../../src/features/access/get-projects.ts";
import { getLinkAttention } from "../../src/features/links/attention-store.ts";
import { listLinks } from "../../src/features/links/list-links.ts";
import { summarizeLinks } from "../../src/features/links/summarize-links.ts";
import { DIMENSIONS } from "../../src/features/visits/dimensions.ts";
import { getVisitReport } from "../../src/features/visits/get-visit-report.ts";
import { getLinkPeople } from "../../src/features/visits/link-people.ts";
import { findSharedReport, readSharedReport } from "../../src/features/visits/shared-report.ts";
import type { VisitFilter } from "../../src/features/visits/visit-filter.ts";
import { intervalFor, rangeInputOf } from "../../src/features/visits/visit-range.ts";
import { idsMadeIn, newToken, tokenHash } from "../../src/ground/core/ids.ts";
import { OVERVIEW_TABLES } from "../../src/surfaces/dashboard/visit-report/visit-query.ts";
import type { Wiring } from "../../src/wiring.ts";
import { openDependencies } from "../../src/wiring.ts";
import { countedD1 } from "../links/counted-d1.ts";

/** A reader of the dashboard. */
const MEMBER: MemberActor = {
  type: "member",
  id: "mem_1",
  organizationId: "acme",
  role: "owner",
  projects: "all",
};

/** A screen of the dashboard or an operation of the API, by the verbs that it asks. */
type Query = (dependencies: Wiring) => Promise<unknown>;

/** The address of a report that everybody may read. */
const TOKEN = newToken(() => new Uint8Array(32));

/** The list of links as its screen asks for it, with the people of each link. */
const list =
  (query: { order?: "changed" | "name"; text?: string; tag?: string; projectId?: string }): Query =>
  async (dependencies) => {
    const page = await listLinks(MEMBER, { ...query, limit: 25 }, dependencies);
    await listProjects(MEMBER, { archived: false, limit: 100 }, dependencies);
    return getLinkPeople(MEMBER, { links: page.links.map(({ link }) => link) }, dependencies);
  };

/** The screen of visits, whose tables and heat map are also those of its CSV files. */
const visits =
  (days: number, filter: VisitFilter = {}): Query =>
  (dependencies) => {
    const range = rangeInputOf({ days }, intervalFor({ days }));
    return getVisitReport(MEMBER, { ...range, filter, by: DIMENSIONS, compare: "previous" }, dependencies);
  };

const overview =
  (days: number, projectId?: string): Query =>
  async (dependencies) => {
    const range = rangeInputOf({ days }, intervalFor({ days }));
    const filter = projectId === undefined ? {} : { projectId };
    const asked = { ...range, filter, by: OVERVIEW_TABLES, compare: "previous" as const };
    return Promise.all([
      getVisitReport(MEMBER, asked, dependencies),
      listProjects(MEMBER, { archived: false, limit: 100 }, dependencies),
      getLinkAttention(MEMBER, { projectId }, dependencies),
      listLinks(MEMBER, { projectId, limit: 1 }, dependencies),
    ]);
  };

/** The dashboard's screens of links, overview and visits, and the API's operations about visits. */
export function questions(link = FILLED_LINK): Record<string, Query> {
  const code = `qr_${link}_default`;
  const filters: VisitFilter[] = [
    ...[{ projectId: "main" }, { country: "AA" }, { device: "phone" }, { retailer: "custom" }, { link }],
    ...[{ qrCode: code }, { country: "AA", device: "phone" }, { link, country: "AA", device: "phone" }],
  ];
  const month = { interval: "day" as const };
  return {
    "links: the list": list({}),
    "links: by change": list({ order: "changed" }),
    "links: by name": list({ order: "name" }),
    "links: search": list({ text: "campaign" }),
    "links: by tag, in a project": list({ tag: "summer", projectId: "main" }),
    "links: 100 chosen": (dependencies) => {
      const linkIds = Array.from({ length: 100 }, (_, number) => link.slice(0, -3) + String(101 + number));
      return summarizeLinks(MEMBER, { linkIds }, dependencies);
    },
    ...Object.fromEntries([7, 30, 90].map((days) => [`overview: ${days} days`, overview(days)])),
    "overview: 90 days of a project": overview(90, "main"),
    ...Object.fromEntries([1, 7, 30, 90].map((days) => [`visits: ${days} days`, visits(days)])),
    ...Object.fromEntries(
      filters.map((filter) => [`visits: 30 days, ${Object.keys(filter).join(" and ")}`, visits(30, filter)]),
    ),
    "shared report: 30 days": async (dependencies) =>
      readSharedReport(await findSharedReport(TOKEN, dependencies), dependencies),
    ...Object.fromEntries(
      [undefined, ...DIMENSIONS].map((by) => [
        `API: visits by ${by ?? "day"}`,
        (dependencies: Wiring) =>
          getVisitReport(MEMBER, { ...month, filter: {}, by: by ? [by] : [] }, dependencies),
      ]),
    ),
    ...Object.fromEntries(
      [undefined, ...DIMENSIONS].map((by) => [
        `API: a link's visits by ${by ?? "day"}`,
        (dependencies: Wiring) =>
          getVisitReport(MEMBER, { ...month, filter: { link }, by: by ? [by] : [] }, dependencies),
      ]),
    ),
  };
}

/** The oldest link but one of many-links.ts, which is one of the most visited of counter-fill.ts. */
export const FILLED_LINK = "lnk_01kar000000000000000000006";

/** Stores what the questions are about besides links and visits: codes, activity, problems, a shared report. */
export async function fillNews(db: D1Database, { links, at }: { links: number; at: Date }): Promise<void> {
  const codes = `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
    SELECT id, 'default', 'Code ' || name, 'https://go.example/' || short_id, 1, created_at FROM links
    ORDER BY id LIMIT ?1`;
  const first = idsMadeIn("act", { from: at }).from.slice(0, "act_0123456789".length);
  const activity = `INSERT INTO activity
      (sequence, organization_id, id, at, actor_type, actor_id, object_type, object_id, link_id, link_version, changes)
    SELECT (SELECT coalesce(max(sequence), 0) FROM activity WHERE organization_id = links.organization_id) + row_number() OVER (ORDER BY id), organization_id, ?1 || substr(id, -16), ?2, 'job', 'test', 'link', id, id, 1, '[]' FROM links
    ORDER BY id LIMIT ?3`;
  const problems = `INSERT INTO delivery_app_pages (link_id, offer_key, organization_id, project_id, state, attempts)
    SELECT id, '', organization_id, project_id, 'failed', 9 FROM links ORDER BY id LIMIT ?1`;
  const shared = `INSERT INTO shared_reports
      (id, organization_id, token_hash, name, view, created_by, created_at)
    VALUES ('rep_1', 'acme', ?1, 'Report', '{"filter":{},"period":{"days":30},"interval":"day"}', 'mem_1', ?2)`;
  await db.batch([
    db.prepare(codes).bind(links),
    db.prepare(activity).bind(first, at.toISOString(), links),
    db.prepare(problems).bind(links),
    db.prepare(shared).bind(await tokenHash(TOKEN), at.toISOString()),
  ]);
}

/** What a question read, in rows as D1 counts and bills them, and how long it took. */
export interface Asked {
  rows: number;
  milliseconds: number;
  answer: unknown;
}

/** Asks `env`'s database, as of `now`. */
export async function ask(env: Env, question: Query, now: Date): Promise<Asked> {
  const { db, taken } = countedD1(env.DB);
  const counted = new Proxy(env, {
    get: (target, name) => (name === "DB" ? db : Reflect.get(target, name)),
  });
  const begun = performance.now();
  const answer = await question(
    openDependencies(
      counted,
      () => {},
      () => now,
    ),
  );
  return { rows: taken().read, milliseconds: performance.now() - begun, answer };
}
