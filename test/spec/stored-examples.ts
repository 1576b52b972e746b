import { EVENT_ID } from "../../src/surfaces/api/event-operations.ts";
import { LINK_BODY, POSTER_BODY } from "../../src/surfaces/api/examples/link-examples.ts";
import { EXAMPLE_EXPORT } from "../../src/surfaces/api/export-operations.ts";
import { EXAMPLE_HISTORY } from "../../src/surfaces/api/link-read-operations.ts";
import { STYLE } from "../../src/surfaces/api/qr-code-operations.ts";
import { EXAMPLE_SALES } from "../../src/surfaces/api/sales-resources.ts";
import { WEBHOOK_BODY, WEBHOOK_ID } from "../../src/surfaces/api/webhook-resources.ts";
import { expectLink } from "../expectations.ts";
import { post, send } from "../requests.ts";
import type { IssuedKey, RunningService } from "../service.ts";

/** The key and link that an operation's examples and samples use. */
export interface Prepared {
  key: IssuedKey;
  linkId: string;
}

/**
 * Prepares an organization with the project and the link of the examples and, if an operation needs it, the code of the
 * poster or a change.
 */
export async function prepareExamples(
  service: RunningService,
  organization: string,
  operationId: string,
): Promise<Prepared> {
  const key = await service.issueKey({ organization, createProjects: ["demo"] });
  const link = expectLink(await post(service, "/v1/links", LINK_BODY, key));
  if (/^(list|get|change)QrCodes?$/.test(operationId))
    await post(service, `/v1/links/${link.id}/qr-codes`, POSTER_BODY, key);
  if (operationId === "getCodeStyle") await send(service, "PUT", "/v1/projects/demo/code-style", STYLE, key);
  if (operationId === "getExport") {
    const { id, token, images, links, progress, createdAt } = EXAMPLE_EXPORT;
    // The id is the one of the example, and so of one organization at a time.
    await service.env.DB.prepare(
      `INSERT OR REPLACE INTO runs (id, kind, organization_id, member_id, fingerprint, content, progress, state, created_at,
         updated_at, expires_at, bytes)
       VALUES (?1, 'export', ?2, '', '', ?3, ?4, 'running', ?5, '9999', '2999-01-01T00:00:00.000Z', 0)`,
    )
      .bind(id, organization, JSON.stringify({ token, images, links }), JSON.stringify(progress), createdAt)
      .run();
  }
  if (/^get(?:Link)?Sales$/.test(operationId)) await storeSales(service, organization, link.id);
  const [change] = EXAMPLE_HISTORY[0]?.activity.changes ?? [];
  if (operationId === "getLinkHistory")
    await send(service, "PATCH", `/v1/links/${link.id}`, { [change?.field ?? ""]: change?.to }, key);
  if (/(?:[eE]vents?|[wW]ebhooks?|Deliveries|Secret)$/.test(operationId) && operationId !== "createWebhook")
    await prepareEvents(service, organization, key);
  return { key, linkId: link.id };
}

/** A confirmed report with the sales of the examples. */
async function storeSales(
  { env: { DB } }: RunningService,
  organization: string,
  linkId: string,
): Promise<void> {
  const [{ network, account, from, until } = { network: "", account: "", from: "", until: "" }] =
    EXAMPLE_SALES.networks;
  const insert = `INSERT INTO sales (organization_id, report_id, day, link_id, project_id, mark, retailer, currency, state, orders,
    items, amount, commission) VALUES (?1, 'sal_1', ?2, ?3, 'demo', '', ?4, ?5, ?6, ?7, ?8, ?9, ?10)`;
  const sums = EXAMPLE_SALES.rows.flatMap(({ key: day, currency, pending, reversed, ...whole }) => {
    const approved = {
      ...{ orders: whole.orders - pending.orders, items: whole.items - pending.items },
      ...{ amount: whole.amount - pending.amount, commission: whole.commission - pending.commission },
    };
    return Object.entries({ approved, pending, reversed }).map(
      ([state, { orders, items, amount, commission }]) =>
        DB.prepare(insert).bind(
          ...[organization, day, linkId, EXAMPLE_SALES.retailers[0], currency, state],
          ...[orders, items, amount, commission],
        ),
    );
  });
  const report = `INSERT INTO sales_reports (organization_id, id, network, account, file_name, digest, choices, state, place,
      first_day, last_day, row_count, unknown_rows, bytes, created_by, created_at)
    VALUES (?1, 'sal_1', ?2, ?3, 'report.csv', ?4, '{}', 'confirmed', 1, ?5, ?6, 0, 0, 0, 'mem_1', '')`;
  await DB.batch([
    DB.prepare(report).bind(organization, network, account, "0".repeat(64), from, until),
    ...sums,
  ]);
}

/** The creation of the link and a webhook under the ids that the documents show, with a delivery that is due. */
async function prepareEvents(service: RunningService, organization: string, key: IssuedKey): Promise<void> {
  await post(service, "/v1/webhooks", WEBHOOK_BODY, key);
  const { DB } = service.env;
  await DB.batch([
    DB.prepare("UPDATE activity SET id = ?1 WHERE organization_id = ?2 AND event_type = 'link.created'").bind(
      EVENT_ID.replace("evt_", "act_"),
      organization,
    ),
    // Nothing is sent to it.
    DB.prepare("UPDATE webhooks SET id = ?1, not_before = '9999' WHERE organization_id = ?2").bind(
      WEBHOOK_ID,
      organization,
    ),
  ]);
  await post(service, `/v1/webhooks/${WEBHOOK_ID}/deliveries`, { eventId: EVENT_ID }, key);
}
