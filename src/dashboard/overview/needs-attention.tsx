import type { LinkProblemKind } from "../../links/attention-store.ts";
import type { LinkAttention } from "../../links/get-link-attention.ts";
import { count } from "../charts/numbers.ts";
import type { Place } from "../layout/context.ts";
import { NewsLines } from "./news-lines.tsx";

const ERROR_PAGE_MESSAGES: Readonly<Record<LinkProblemKind, string>> = {
  page_failed: "Instacart refused its page. Shoppers see our own page of the list.",
  products_unavailable: "A product is unavailable, and so are its backups.",
  product_ids: "A product id cannot be one of the shop’s, so it may lead to an empty page.",
};

/** Links with problems; nothing where there are none. */
export const NeedsAttention = ({
  place,
  attention: { problems, more },
}: {
  place: Place;
  attention: LinkAttention;
}) =>
  problems.length === 0 ? null : (
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
  );
