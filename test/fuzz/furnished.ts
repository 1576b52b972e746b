import { expect, vi } from "vitest";
import { eventStatement } from "../../src/features/writes/activity-statements.ts";
import type { LinkResource } from "../../src/surfaces/api/resources.ts";
import { linkBody } from "../bodies.ts";
import { type RunningDashboard, useDashboard, type Visitor } from "../dashboard/dashboard.ts";
import { added, customRows, IMPORT, idIn, upload } from "../dashboard/import.ts";
import { richBody } from "../dashboard/link-bodies.ts";
import { daysAgo } from "../dashboard/visits.ts";
import type { DatabaseRows } from "../database-rows.ts";
import { expectLink } from "../expectations.ts";
import { LOGO } from "../logos.ts";
import { post, send } from "../requests.ts";
import { impactFile } from "../sales/report-files.ts";
import { storeAll } from "../visits/visit-messages.ts";

/** The person who opens every screen: an owner of acme who may also create organizations. */
export const OWNER = "owner@acme.example";
const HANK = "hank@globex.example";
/** Part of the names of all objects of globex, which no screen of acme may show. */
export const OTHERS = "Hidden of globex";

/** The values of the path parameters of the dashboard, by name, from `owner`'s organization. */
export type There = Readonly<Record<string, readonly string[]>>;

/** The dashboard of an organization with objects of every kind, beside another such organization. */
export interface Furnished {
  dashboard: RunningDashboard;
  owner: Visitor;
  there: There;
  /** The ids of globex's objects, by path parameter. */
  elsewhere: There;
  /** The rows of globex among these rows. */
  ofOthers(rows: Rows): Rows;
}

export type Rows = DatabaseRows["rows"];

/** What a run of deliveries, which a slow test meets too, writes of webhooks and deliveries. */
const OF_RUNS: Readonly<Record<string, readonly string[]>> = {
  webhooks: ["position", "failures", "failing_since", "leased_until", "lease_id", "not_before"],
  webhook_deliveries: ["attempts", "last_response", "last_at", "last_ms", "last_status", "next_attempt_at"],
};

/** A row without what runs of deliveries write. */
export const withoutRuns = ({ table, values }: Rows[number]): Rows[number] => ({
  table,
  values: Object.fromEntries(Object.entries(values).filter(([column]) => !OF_RUNS[table]?.includes(column))),
});

/**
 * All rows except usage, where a request counts stored bytes for its organization, first downloads of codes, and what runs
 * of deliveries write.
 */
export const written = ({ rows }: DatabaseRows): Rows =>
  rows
    .filter(({ table }) => table !== "organization_usage")
    .map(({ table, values: { downloaded_at: _, ...values } }) => withoutRuns({ table, values }));

export async function furnished(): Promise<Furnished> {
  const dashboard = await useDashboard(undefined, { ORGANIZATION_MAKERS: OWNER });
  await dashboard.add("globex", HANK, "owner");
  // Everybody with the URL of a shared report may read it.
  const { token: _, ...elsewhere } = await furnish(dashboard, "globex", HANK, OTHERS);
  const ids = [...(elsewhere.link ?? []), ...(elsewhere.import ?? []), "globex", OTHERS];
  await dashboard.add("acme", OWNER, "owner");
  const there = await furnish(dashboard, "acme", OWNER, 'Poster <b>&amp; "more"');
  return {
    dashboard,
    owner: await dashboard.as(OWNER),
    there,
    elsewhere,
    ofOthers: (rows) => rows.filter(({ values }) => ids.some((id) => JSON.stringify(values).includes(id))),
  };
}

/** Creates links, codes, visits, imports, a view, a template, reports, keys, members, domains and a brand. */
async function furnish(
  dashboard: RunningDashboard,
  organization: string,
  email: string,
  name: string,
): Promise<There> {
  const { service } = dashboard;
  const { env } = service;
  const base = `/dashboard/o/${organization}`;
  const owner = await dashboard.as(email);
  const key = await service.issueKey({ organization, createProjects: ["main", "shop"] });
  const sent = async (path: string, fields: Record<string, string | string[]>) => {
    const answer = await owner.send(base + path, fields);
    if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const links: LinkResource[] = [];
  for (const body of [
    linkBody("custom custom_url", { name, slug: `${organization}-spring`, tracking: { tags: ["spring"] } }),
    { ...richBody("choice choose_retailer"), name: `${name} choice` },
    { ...richBody("delivery_app recipe"), name: `${name} recipe` },
    linkBody("bigbox_w add_to_cart", { name: `${name} cart`, projectId: "shop" }),
    linkBody("marketplace product_detail", { name: `${name} off` }),
  ])
    links.push(expectLink(await post(service, "/v1/links", body, key)));
  const [first, second] = links;
  if (!first || !second) throw new Error("no links");
  const changed = async (id: string, patch: object) => send(service, "PATCH", `/v1/links/${id}`, patch, key);
  await changed(first.id, { slug: `${organization}-summer`, name: `${name} changed` });
  await changed(links.at(-1)?.id ?? "", { status: "inactive" });
  const code = { name: `${name} code`, identifier: "poster-1" };
  for (const { id } of [first, second]) await post(service, `/v1/links/${id}/qr-codes`, code, key);
  await storeAll(env.DB, [
    { linkId: first.id, qr: "default", hour: daysAgo(2), visits: 50 },
    { linkId: first.id, qr: "poster-1", hour: daysAgo(3), country: "CA", device: "tablet", visits: 20 },
    { linkId: first.id, hour: daysAgo(4), visitor: "robot", visits: 9 },
    { linkId: second.id, hour: daysAgo(40), country: "DE", visits: 8 },
  ]);

  // Nobody has scanned a code of the second link in the two weeks since its download.
  const downloadedAt = new Date(Date.now() - 14 * 86_400_000).toISOString();
  await env.DB.prepare(
    "UPDATE qr_codes SET downloaded_at = ?2 WHERE link_id = ?1 AND identifier = 'poster-1'",
  )
    .bind(second.id, downloadedAt)
    .run();
  const silent = `SELECT organization_id, project_id, 'qr_' || id || '_poster-1' AS object_id,
      json_object('linkId', id, 'identifier', 'poster-1', 'downloadedAt', ?) AS data FROM links WHERE id = ?`;
  await eventStatement(
    env.DB,
    { type: "code.not_scanned", job: "test", now: new Date() },
    { sql: silent, values: [downloadedAt, second.id] },
  ).run();

  await sent("/projects/new", { name: `${name} old`, id: "old" });
  await sent("/projects/old/archive", { action: "archive" });
  const host = `go.${organization}.example`;
  await sent("/domains/new", { host, projectId: "shop", rootUrl: "https://brand.example/", notFoundUrl: "" });
  await sent("/keys/new", { name, reach: "all", scopes: ["links:write", "links:read", "retailers:custom"] });
  await sent("/webhooks/new", {
    url: `https://hooks.${organization}.example/`,
    description: name,
    types: "all",
  });
  await sent("/members/new", { email: `viewer@${organization}.example`, role: "viewer", reach: "all" });
  const template = { "template-name": name, "tracking.utm.source": "shelf", step: "template:save" };
  await sent("/links/new?retailer=custom&intent=custom_url", template);
  const report = await sent("/visits/share?days=90", { name, expiresAt: "2099-12-31" });
  const logo = { file: LOGO, name: "logo.png", fields: { "brand.name": name } };
  await upload(dashboard, email, `${base}/projects/main/brand`, logo);
  const into = IMPORT.replace("acme", organization);
  // One started import, and one with an invalid row and waiting rows.
  const done = await added(dashboard, email, { file: customRows(2), name: `${name}.csv` }, into);
  await owner.send(`${done}/start`, {});
  await vi.waitFor(async () => expect((await owner.open(done)).text).not.toContain("data-refresh"), 30_000);
  const wrong = (row: number) => (row === 3 ? "nowhere" : `https://example.com/${row}`);
  const waiting = await added(dashboard, email, { file: customRows(3, wrong), name: `${name}.csv` }, into);

  // A sales report that counts, one that is asked about, and one to confirm.
  const order = { day: "2026-11-21", subId: first.shortId, amount: "12.00", commission: "0.60", shop: name };
  const sales: string[] = [];
  for (const file of [
    impactFile({ ...order, order: "A" }),
    `When,Value\r\n2026-11-21,12.00\r\n`,
    impactFile({ ...order, order: "B" }),
  ]) {
    const answer = await upload(dashboard, email, `${base}/sales/new`, { file, name: `${name}.csv` });
    sales.push(idIn(answer.location ?? ""));
  }
  await sent(`/sales/${sales[0]}/confirm`, {});

  const idsOf = async (table: string): Promise<string[]> => {
    const ids = `SELECT id FROM ${table} WHERE organization_id = ?1 ORDER BY id`;
    const { results } = await env.DB.prepare(ids).bind(organization).all<{ id: string }>();
    return results.map(({ id }) => id);
  };
  return {
    organization: [organization],
    link: links.map(({ id }) => id),
    identifier: ["default", "poster-1"],
    version: ["1", "2"],
    name: [`${organization}-spring.svg`, `${organization}-summer.svg`],
    import: [idIn(waiting), idIn(done)],
    row: ["3", "2"],
    sale: sales,
    report: await idsOf("shared_reports"),
    project: ["main", "shop", "old"],
    host: [host],
    key: await idsOf("api_keys"),
    member: await idsOf("members"),
    id: await idsOf("webhooks"),
    token: [/\/shared\/([\w-]{43})</.exec(report.text)?.[1] ?? ""],
    file: ["nothing.css"],
  };
}
