import type { MemberActor } from "../../features/access/actor.ts";
import { accessActivity } from "../../features/access/key-activity.ts";
import type { MemberStore } from "../../features/access/member.ts";
import {
  mayManageKeys,
  reachableProjects,
  requireOrganizationManager,
} from "../../features/access/permissions.ts";
import { type LinkProblemKind, SHOWN_PROBLEMS } from "../../features/links/attention-store.ts";
import { changesBetween } from "../../features/writes/activity.ts";
import type { PageLanguage } from "../../ground/core/page-languages.ts";
import type { MailSender } from "../mail/mail.ts";
import { addRecipients, type RecipientStore } from "../mail/recipient-store.ts";
import type { AlertStore } from "./alert-store.ts";
import { type Alert, type AlertSettings, ATTENTION_TYPES, type AttentionType } from "./alerts.ts";

/** The members who can be chosen. */
export const MAX_ALERTED = 100;

/** Nobody gets mail, and everything is shown. */
const DEFAULTS: AlertSettings = { members: [], mailOff: [], attentionOff: [] };

/** The settings of the actor's organization. */
export async function getAlertSettings(
  actor: MemberActor,
  { alerts }: { alerts: AlertStore },
): Promise<AlertSettings> {
  requireOrganizationManager(actor, actor.organizationId);
  return (await alerts.settings(actor.organizationId)) ?? DEFAULTS;
}

/**
 * Changes the types of alerts and their recipients. Members who get no mail yet get it in `language`. Throws
 * `quota_exceeded`.
 */
export async function changeAlertSettings(
  actor: MemberActor,
  input: AlertSettings & { language: PageLanguage; origin: string },
  dependencies: {
    alerts: AlertStore;
    members: MemberStore;
    recipients: RecipientStore;
    mailSender: MailSender | null;
    now: () => Date;
  },
): Promise<void> {
  const before = await getAlertSettings(actor, dependencies);
  const { organizationId } = actor;
  const { language, origin, ...settings } = input;
  const [all, known] = await Promise.all([
    dependencies.members.list(organizationId, null, MAX_ALERTED),
    dependencies.recipients.list(organizationId),
  ]);
  const chosen = all.filter(({ id }) => settings.members.includes(id));
  const unknown = chosen.filter(({ id }) => !known.some((recipient) => recipient.id === id));
  const addresses = unknown.map(({ email }) => email);
  await addRecipients(actor, { addresses, language, origin }, dependencies);
  const after = { ...settings, members: chosen.map(({ id }) => id) };
  const changes = changesBetween(before, after, "alerts.");
  if (changes.length === 0) return;
  const author = { actor, at: dependencies.now().toISOString() };
  const object = { type: "organization", id: organizationId } as const;
  const activity = accessActivity(author, organizationId, object, changes);
  await dependencies.alerts.put(organizationId, after, activity);
}

/** The alerts of a link's printed codes that nobody scans. */
export const getSilentCodes = (
  actor: MemberActor,
  linkId: string,
  { alerts, now }: { alerts: AlertStore; now: () => Date },
): Promise<Alert[]> => {
  const scope = { organizationId: actor.organizationId, projects: reachableProjects(actor), linkId };
  return alerts.needingAttention(scope, ["code.not_scanned"], now(), SHOWN_PROBLEMS);
};

/** The alerts that are problems of links as they are now: those are read there, so they end with the problem. */
const PROBLEMS: Partial<Record<AttentionType, LinkProblemKind>> = {
  "product.unavailable": "products_unavailable",
  "page.failed": "page_failed",
  "link.broken": "destination_broken",
};

/** What needs attention besides the problems of links, and the kinds of problems that the organization does not want to see. */
export async function getAlerts(
  actor: MemberActor,
  { projectId }: { projectId: string | undefined },
  { alerts, now }: { alerts: AlertStore; now: () => Date },
): Promise<{ alerts: Alert[]; without: LinkProblemKind[] }> {
  const { organizationId } = actor;
  const off = (await alerts.settings(organizationId))?.attentionOff ?? [];
  const types = ATTENTION_TYPES.filter(
    (type) =>
      !off.includes(type) &&
      PROBLEMS[type] === undefined &&
      (type !== "api_key.expiring" || mayManageKeys(actor)),
  );
  const all = reachableProjects(actor);
  const projects =
    projectId === undefined ? all : [projectId].filter((id) => all === "all" || all.includes(id));
  return {
    alerts: await alerts.needingAttention({ organizationId, projects }, types, now(), SHOWN_PROBLEMS),
    without: off.flatMap((type) => PROBLEMS[type] ?? []),
  };
}
