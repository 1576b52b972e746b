import * as z from "zod";
import type { NamedActor } from "../../features/writes/activity.ts";
import { EVENT_TYPES, type EventType } from "../../features/writes/event.ts";
import { bareHost, isIpAddress, isPrivateName } from "../../ground/core/domain-host.ts";
import { ServiceError } from "../../ground/core/errors.ts";
import { text, urlProblem } from "../../ground/core/text.ts";
import { portOf } from "../../ground/core/urls.ts";
import type { DisabledReason } from "../events/catalog.ts";
import { chatOf } from "./send.ts";

/** The most webhooks of an organization. */
export const MAX_WEBHOOKS = 20;
/** The longest URL of a webhook. */
export const MAX_WEBHOOK_URL = 2_048;

/** Where events of an organization, or of one of its projects, are sent. */
export interface Webhook {
  id: string;
  organizationId: string;
  /** Null: the events of all projects, and of none. */
  projectId: string | null;
  url: string;
  /** Null: all, also those that later versions add. */
  types: EventType[] | null;
  description: string;
  status: "active" | "inactive";
  /** Why the service switched it off; null where it is on, or somebody else did. */
  disabledBecause: DisabledReason | null;
  /** Time of the first failed attempt in a row; null if the last attempt succeeded, or before the first. */
  failingSince: string | null;
  createdAt: string;
  /** It stays, whatever becomes of its creator. */
  createdBy: NamedActor;
}

/** What callers set of a webhook besides its project. */
export const webhookFields = {
  url: text(1, MAX_WEBHOOK_URL).describe(
    "An https URL. It must not be on this service, or name a host by its address.",
  ),
  types: z
    .array(z.enum(EVENT_TYPES).describe("A type of event."))
    .min(1)
    .max(EVENT_TYPES.length)
    .describe("The events to send. Absent: all, also those that later versions add.")
    .optional(),
  description: text(0, 200).describe("For people.").optional(),
};

/**
 * Throws `url_not_allowed` unless events may be sent to `url`. `isOwn` tells which URLs are on this service. `localPorts`: the
 * ports of a service on a developer's machine, which may send to other ports of that machine; null for a deployment.
 */
export function requireAllowedUrl(
  url: string,
  isOwn: (url: URL) => boolean,
  localPorts: readonly string[] | null = null,
): void {
  // The parser drops line breaks and tabs.
  const problem = urlProblem(url) ?? problemOf(new URL(url), isOwn, localPorts);
  if (problem === null) return;
  throw new ServiceError("url_not_allowed", "Events can't be sent to this URL. See details.", {
    details: [{ field: "url", message: problem }],
  });
}

/** The hosts of this machine. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

const OWN = "must not be on this service";

function problemOf(
  url: URL,
  isOwn: (url: URL) => boolean,
  localPorts: readonly string[] | null,
): string | null {
  if (url.username || url.password) return "must not contain a user name or password";
  // Every name of this machine has the same ports.
  if (localPorts && LOOPBACK.test(bareHost(url.hostname)))
    return localPorts.includes(portOf(url)) ? OWN : null;
  if (url.protocol !== "https:") return "must begin with https://";
  if (isIpAddress(url.hostname)) return "must name its host, not an IP address";
  if (isPrivateName(bareHost(url.hostname))) return "must be on a public host";
  if (isOwn(url)) return OWN;
  return chatOf(url.href)?.refusal ?? null;
}
