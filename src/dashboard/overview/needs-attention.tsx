import type { LinkProblemKind } from "../../links/attention-store.ts";
import type { LinkAttention } from "../../links/get-link-attention.ts";
import type { Webhook } from "../../webhooks/webhook.ts";
import { count } from "../charts/numbers.ts";
import type { Place } from "../layout/context.ts";
import { NewsLines } from "./news-lines.tsx";

const ERROR_PAGE_MESSAGES: Readonly<Record<LinkProblemKind, string>> = {
  page_failed: "Instacart refused its page. Shoppers see our own page of the list.",
  products_unavailable: "A product is unavailable, and so are its backups.",
  product_ids: "A product id cannot be one of the shop’s, so it may lead to an empty page.",
};

/** Links and webhooks with problems; nothing where there are none. */
export const NeedsAttention = ({
  place,
  attention: { problems, more },
  disabled,
}: {
  place: Place;
  attention: LinkAttention;
  /** Webhooks that the service switched off. */
  disabled: readonly Webhook[];
}) => (
  <>
    {problems.length > 0 && (
      <section class="panel amber">
        <h2>
          {more
            ? `More than ${count(problems.length)} links need`
            : problems.length === 1
              ? "One link needs"
              : `${count(problems.length)} links need`}{" "}
          attention
        </h2>
        <NewsLines
          base={place.base}
          lines={problems.map(({ linkId, name, kind }) => ({
            id: linkId,
            name,
            text: ERROR_PAGE_MESSAGES[kind],
          }))}
        />
      </section>
    )}
    {disabled.length > 0 && (
      <section class="panel amber">
        <h2>Webhooks need attention</h2>
        <ul class="news">
          {disabled.map(({ id, url, disabledBecause }) => (
            <li data-row="">
              <a href={`${place.base}/webhooks/${id}`}>{new URL(url).host}</a>{" "}
              <span class="quiet">
                {disabledBecause === "gone" ? "Its URL is gone" : "It failed for five days"}, so it was
                switched off.
              </span>
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
);
