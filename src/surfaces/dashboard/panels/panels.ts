import type { Child } from "hono/jsx";
import type { MemberActor } from "../../../features/access/actor.ts";
import { getLinkAttention, type LinkProblemKind } from "../../../features/links/attention-store.ts";
import type { Link } from "../../../features/links/link.ts";
import type { Zone } from "../../../ground/core/zone.ts";
import type { Dependencies } from "../../http/context.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { IconName } from "../layout/icon.tsx";
import { alertsOfLink, currentAlerts } from "./alerts.tsx";
import { healthOfLink } from "./health.tsx";
import { runningEdits } from "./running-edits.tsx";
import { disabledWebhooks } from "./webhooks.ts";

/** The parts of an extra on the page of a link. */
export interface LinkPanel {
  /** Above everything. */
  notice?: Child;
  /** An item in the list of what needs attention, if there is one. */
  attention?: Child;
  /** Before the visits. */
  section?: Child;
}

/** What needs attention: a screen below the path of the organization, and a short text about it. */
export interface AttentionLine {
  /** A kind of problem, or the type of an alert. */
  kind: string;
  icon: IconName;
  path: string;
  name: string;
  text: string;
}

/** Asks what needs attention in an organization, or in one of its projects. */
export interface AttentionRequest {
  actor: MemberActor;
  projectId: string | undefined;
  zone: Zone;
  dependencies: Dependencies;
}

/** The part of an extra: its lines, and the problems of links that the organization has switched off. */
export interface KnownAttention {
  lines: AttentionLine[];
  without?: LinkProblemKind[];
}

/** The panels of extras on the page of a link. */
export const LINK_PANELS: readonly ((c: DashboardContext, link: Link) => Promise<LinkPanel>)[] = [
  alertsOfLink,
  healthOfLink,
];

/** The notices of extras above the list of links. */
export const LIST_NOTICES: readonly ((c: DashboardContext) => Promise<Child>)[] = [
  runningEdits, //
];

const ATTENTION: readonly ((request: AttentionRequest) => Promise<KnownAttention>)[] = [
  currentAlerts,
  disabledWebhooks,
];

const PROBLEMS: Readonly<Record<LinkProblemKind, { icon: IconName; text: string }>> = {
  page_failed: { icon: "cross", text: "Instacart rejected its page. Shoppers see our page of the list." },
  destination_broken: { icon: "cross", text: "A destination no longer works." },
  products_unavailable: { icon: "warning", text: "A product and its backups are unavailable." },
  product_ids: {
    icon: "warning",
    text: "A product id is impossible for its shop, so the page may be empty.",
  },
};

/** What needs attention now. `more`: there are more links with problems. `getLinkAttention` has the errors. */
export async function getAttention(
  request: AttentionRequest,
): Promise<{ lines: AttentionLine[]; more: boolean }> {
  const { actor, projectId, dependencies } = request;
  const known = await Promise.all(ATTENTION.map((ask) => ask(request)));
  const without = known.flatMap((each) => each.without ?? []);
  const { problems, more } = await getLinkAttention(actor, { projectId, without }, dependencies);
  const ofLinks = problems.map(({ linkId, name, kind }) => ({
    ...{ ...PROBLEMS[kind], kind, path: `/links/${linkId}#attention`, name },
  }));
  return { lines: [...ofLinks, ...known.flatMap(({ lines }) => lines)], more };
}
