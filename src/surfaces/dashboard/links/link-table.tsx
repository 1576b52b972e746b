import type { KnownDetails } from "../../../features/availability/product-details.ts";
import type { LinkWithQrCode } from "../../../features/links/link-rows.ts";
import type { DailyPeople } from "../../../features/visits/link-people.ts";
import { type Origins, shortLinkUrl } from "../../../ground/core/origins.ts";
import { firstName, productsOf } from "../labels/products.tsx";
import type { CodeImages } from "../layout/code-images.ts";
import { LinkRow } from "./link-row.tsx";
import { type ListOrder, type ListQuery, listPath, listText } from "./list-query.ts";

/** The labels of the orders. */
const ORDERS: Readonly<Record<ListOrder, string>> = {
  created: "Created",
  changed: "Changed",
  name: "Name",
  visits: "Visits, 30 days",
};

/** A page of links, each with a checkbox and its code. */
export const LinkTable = ({
  path,
  query,
  order,
  links,
  images,
  details,
  people,
  chosen,
  origins,
  mayEdit,
  now,
}: {
  path: string;
  query: ListQuery;
  /** The actual order of the list. */
  order: ListOrder;
  links: readonly LinkWithQrCode[];
  images: CodeImages;
  details: KnownDetails;
  people: DailyPeople;
  /** The ids of the chosen links. */
  chosen: readonly string[];
  origins: Origins;
  mayEdit: boolean;
  now: Date;
}) => {
  // Shows the date that the list is sorted by.
  const date = order === "created" ? "created" : "changed";
  const list = listText(query);
  return (
    <div class="scroll">
      <table class="figures links" data-edit={mayEdit ? "/edit" : undefined}>
        <caption class="hidden">Links</caption>
        <thead>
          <tr>
            <th scope="col" class="of-box">
              <label>
                <input type="checkbox" data-choose-all="link" aria-label="All on this page" hidden />
              </label>
            </th>
            <th scope="col" class="of-code">
              <span class="hidden">Code</span>
            </th>
            <OrderHeading path={path} query={query} order={order} by="name" />
            <OrderHeading path={path} query={query} order={order} by="visits" />
            <OrderHeading path={path} query={query} order={order} by={date} />
          </tr>
        </thead>
        <tbody>
          {links.map(({ link, qrCode }) => (
            <LinkRow
              path={path}
              list={list}
              link={link}
              product={firstName(productsOf(link), details)}
              image={qrCode && images(qrCode, link.projectId, "svg")}
              days={people.days}
              values={people.byId.get(link.id) ?? []}
              isChosen={chosen.includes(link.id)}
              shortLink={shortLinkUrl(origins, link)}
              date={date}
              now={now}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
};

const COLUMN_CLASSES: Readonly<Record<ListOrder, string>> = {
  created: "of-date",
  changed: "of-date",
  name: "of-name",
  visits: "of-visits number",
};

/** The heading of a column to sort by. The date column switches between created and changed. */
const OrderHeading = ({
  path,
  query: { typed },
  order,
  by,
}: {
  path: string;
  query: ListQuery;
  order: ListOrder;
  by: ListOrder;
}) => {
  const isSorted = order === by;
  const next = isSorted && by === "created" ? "changed" : isSorted && by === "changed" ? "created" : by;
  return (
    <th
      scope="col"
      class={COLUMN_CLASSES[by]}
      aria-sort={isSorted ? (by === "name" ? "ascending" : "descending") : undefined}
    >
      <a
        href={listPath(path, { typed, order: next })}
        title={next === by ? undefined : `Sort by ${ORDERS[next].toLowerCase()}`}
      >
        {by === "visits" ? (
          <>
            <span class="wide">Visits, </span>30 days
          </>
        ) : (
          ORDERS[by]
        )}
        {isSorted && <span aria-hidden="true">{by === "name" ? " ↑" : " ↓"}</span>}
      </a>
    </th>
  );
};
