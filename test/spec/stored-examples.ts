import { STYLE } from "../../src/surfaces/api/code-style-operations.ts";
import { LINK_BODY, POSTER_BODY } from "../../src/surfaces/api/examples/link-examples.ts";
import { EVENT_ID, WEBHOOK_BODY, WEBHOOK_ID } from "../../src/surfaces/api/examples/webhook-examples.ts";
import { EXAMPLE_EXPORT } from "../../src/surfaces/api/export-operations.ts";
import { EXAMPLE_HISTORY } from "../../src/surfaces/api/link-read-operations.ts";
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
    const { id, createdAt } = EXAMPLE_EXPORT;
    // The id is the one of the example, and so of one organization at a time.
    await service.env.DB.prepare(
      `INSERT OR REPLACE INTO exports (id, organization_id, fingerprint, token, images, short_link_origin, api_origin, state,
         links, percent, bytes, progress, created_at, expires_at)
       VALUES (?1, ?2, '', ?3, 0, '', '', 'running', 1, 0, 0, '{}', ?4, '2999-01-01T00:00:00.000Z')`,
    )
      .bind(id, organization, "x".repeat(32), createdAt)
      .run();
  }
  const [change] = EXAMPLE_HISTORY[0]?.activity.changes ?? [];
  if (operationId === "getLinkHistory")
    await send(service, "PATCH", `/v1/links/${link.id}`, { [change?.field ?? ""]: change?.to }, key);
  if (/(?:[eE]vents?|[wW]ebhooks?|Deliveries|Secret)$/.test(operationId) && operationId !== "createWebhook")
    await prepareEvents(service, organization, key);
  return { key, linkId: link.id };
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
