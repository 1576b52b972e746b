import { sentenceOf } from "../../../extras/alerts/alert-messages.ts";
import { type Alert, alertPath } from "../../../extras/alerts/alerts.ts";
import { getAlerts, getSilentCodes } from "../../../extras/alerts/manage-alerts.ts";
import type { AlertType } from "../../../extras/events/event.ts";
import { hasScope } from "../../../features/access/actor.ts";
import { CHANGE_QR_CODE_SCOPE } from "../../../features/access/scopes.ts";
import type { Link } from "../../../features/links/link.ts";
import { parseQrCodeId } from "../../../ground/core/ids.ts";
import { DEFAULT_QR_IDENTIFIER } from "../../../ground/core/vocabulary.ts";
import type { Zone } from "../../../ground/core/zone.ts";
import { shortBucketName } from "../charts/bucket-names.ts";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { Notice } from "../components/notice.tsx";
import type { DashboardContext, Workspace } from "../layout/context.ts";
import type { IconName } from "../layout/icon.tsx";
import type { AttentionLine, AttentionRequest, KnownAttention } from "./attention-line.ts";
import type { LinkPanel } from "./panel.ts";

const ICONS: Partial<Record<AlertType, IconName>> = {
  "code.not_scanned": "off",
  "link.ending": "clock",
  "api_key.expiring": "clock",
};

/** The alerts that the overview shows. */
export async function currentAlerts(request: AttentionRequest): Promise<KnownAttention> {
  const { actor, zone, dependencies } = request;
  const { alerts, without } = await getAlerts(actor, request, dependencies);
  return { lines: alerts.map((alert) => lineOf(alert, zone)), without };
}

/** A code without scans is settled on the page of its link. */
function lineOf(alert: Alert, zone: Zone): AttentionLine {
  const { type: kind, name } = alert;
  const at = { kind, icon: ICONS[kind] ?? ("warning" as const), path: alertPath(alert) };
  return kind === "code.not_scanned"
    ? { ...at, name, text: silence(alert, zone) }
    : { ...at, name: sentenceOf(alert, "en", zone), text: "" };
}

/** Since when nobody scanned the code of an alert: "Nobody has scanned this code since 13 Nov." */
function silence({ data: { identifier, downloadedAt } }: Alert, zone: Zone): string {
  const code = identifier === DEFAULT_QR_IDENTIFIER ? "this code" : `the code “${String(identifier)}”`;
  const since = zone.dayOf(new Date(String(downloadedAt)));
  return `Nobody has scanned ${code} since ${shortBucketName(since, "day")}.`;
}

/** On the page of a link: its silent codes, and the way to an alert of its own. */
export async function alertsOfLink(c: DashboardContext, { id }: Link): Promise<LinkPanel> {
  const { workspace, dependencies } = c.var;
  const [silent, zone] = await Promise.all([
    getSilentCodes(workspace.actor, id, dependencies),
    dependencies.zones.find(workspace.organizationId),
  ]);
  return {
    notice: <SilentCodes {...{ workspace, silent, zone }} />,
  };
}

/** The printed codes of a link that nobody scans: try them, or settle it. */
const SilentCodes = ({
  workspace,
  silent,
  zone,
}: {
  workspace: Workspace;
  silent: readonly Alert[];
  zone: Zone;
}) => (
  <div id="silent">
    {silent.map((alert) => {
      const { linkId, identifier } = parseQrCodeId(alert.objectId) ?? { linkId: "", identifier: "" };
      const path = `${workspace.base}/links/${linkId}`;
      return (
        <Notice kind="warn">
          <p>
            <strong>{silence(alert, zone)}</strong>
          </p>
          <Form action={`${path}/silence/${identifier}`}>
            <Actions>
              <LinkButton href={`${path}/show?${new URLSearchParams({ code: identifier })}`}>
                Open full screen
              </LinkButton>
              {hasScope(workspace.actor, CHANGE_QR_CODE_SCOPE) && (
                <>
                  <Button emphasis="plain" name="answer" value="not-printed">
                    It isn't printed
                  </Button>
                  <Button emphasis="plain" name="answer" value="later">
                    Remind me in 2 weeks
                  </Button>
                </>
              )}
            </Actions>
          </Form>
        </Notice>
      );
    })}
  </div>
);
