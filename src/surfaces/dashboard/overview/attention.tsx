import { sentenceOf } from "../../../extras/alerts/alert-messages.ts";
import { type Alert, type AlertType, alertPath } from "../../../extras/alerts/alerts.ts";
import type { Attention } from "../../../extras/alerts/manage-alerts.ts";
import type { DisabledReason } from "../../../extras/events/catalog.ts";
import type { Webhook } from "../../../extras/webhooks/webhook.ts";
import type { LinkProblemKind } from "../../../features/links/attention-store.ts";
import type { Zone } from "../../../ground/core/zone.ts";
import { silence } from "../labels/silence.ts";
import type { Workspace } from "../layout/context.ts";
import { Icon, type IconName } from "../layout/icon.tsx";

/** What needs attention: a screen below the path of the organization, and a short text about it. */
interface Line {
  icon: IconName;
  path: string;
  name: string;
  text: string;
}

/** The lines that are always shown. The chart shall be in sight below them. */
const FIRST_LINES = 3;

const PROBLEMS: Readonly<Record<LinkProblemKind, string>> = {
  page_failed: "Instacart rejected its page. Shoppers see our page of the list.",
  destination_broken: "A destination no longer works.",
  products_unavailable: "A product and its backups are unavailable.",
  product_ids: "A product id is impossible for its shop, so the page may be empty.",
};

const PROBLEM_ICONS: Readonly<Record<LinkProblemKind, IconName>> = {
  ...{ page_failed: "cross", destination_broken: "cross" },
  ...{ products_unavailable: "warning", product_ids: "warning" },
};

const ALERT_ICONS: Partial<Record<AlertType, IconName>> = {
  ...{ "code.not_scanned": "off", "link.ending": "clock", "api_key.expiring": "clock" },
};

const DISABLED: Readonly<Record<DisabledReason, string>> = {
  gone: "Its URL is gone",
  failing: "It failed for five days",
  secret_unreadable: "It needs a new secret",
};

/** Links and webhooks with problems, and other alerts, if any: a line each. */
export const NeedsAttention = ({
  workspace: { base },
  attention: { problems, more, alerts },
  zone,
  disabled,
}: {
  workspace: Workspace;
  attention: Attention;
  zone: Zone;
  /** Webhooks that the service switched off. */
  disabled: readonly Webhook[];
}) => {
  const lines = [
    ...problems.map(({ linkId, name, kind }) => ({
      ...{ icon: PROBLEM_ICONS[kind], path: `/links/${linkId}#attention`, name, text: PROBLEMS[kind] },
    })),
    ...alerts.map((alert) => lineOf(alert, zone)),
    ...disabled.map(({ id, url, disabledBecause }) => ({
      icon: "cross" as const,
      path: `/webhooks/${id}`,
      name: new URL(url).host,
      text: `${disabledBecause && DISABLED[disabledBecause]}, so the webhook was switched off.`,
    })),
  ];
  const rest = lines.slice(FIRST_LINES);
  if (lines.length === 0) return null;
  return (
    <section class="panel amber needs" id="attention">
      <h2>Needs attention</h2>
      <Lines base={base} lines={lines.slice(0, FIRST_LINES)} />
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          <Lines base={base} lines={rest} />
          {more && <p class="quiet">More links have problems; these are the newest.</p>}
        </details>
      )}
    </section>
  );
};

/** A code without scans is settled on the page of its link. */
const lineOf = (alert: Alert, zone: Zone): Line => {
  const [icon, path] = [ALERT_ICONS[alert.type] ?? "warning", alertPath(alert)];
  return alert.type === "code.not_scanned"
    ? { icon, path, name: alert.name, text: silence(alert, zone) }
    : { icon, path, name: sentenceOf(alert, "en", zone), text: "" };
};

/** A list of lines. `base` is the path of the organization's screens. */
const Lines = ({ base, lines }: { base: string; lines: readonly Line[] }) => (
  <ul>
    {lines.map(({ icon, path, name, text }) => (
      <li data-row="">
        <Icon name={icon} />
        <span>
          <a href={base + path}>
            <bdi>{name}</bdi>
          </a>{" "}
          {text}
        </span>
      </li>
    ))}
  </ul>
);
