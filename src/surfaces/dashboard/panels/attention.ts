import { getLinkAttention, type LinkProblemKind } from "../../../features/links/attention-store.ts";
import type { IconName } from "../layout/icon.tsx";
import { currentAlerts } from "./alerts-panel.tsx";
import type { AttentionLine, AttentionRequest, KnownAttention } from "./attention-line.ts";
import { disabledWebhooks } from "./webhooks-panel.ts";

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
    ...PROBLEMS[kind],
    kind,
    path: `/links/${linkId}#attention`,
    name,
  }));
  return { lines: [...ofLinks, ...known.flatMap(({ lines }) => lines)], more };
}
