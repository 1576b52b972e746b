import { type Origins, shortLinkUrl } from "../../core/origins.ts";
import type { Link } from "../../links/link.ts";
import type { LinkOrder } from "../../links/ordered-links.ts";
import type { LinkPeople } from "../../visits/get-link-people.ts";
import { count } from "../charts/numbers.ts";
import { Time } from "../components/facts.tsx";
import { Sparkline } from "../components/sparkline.tsx";
import { type Column, Table } from "../components/table.tsx";
import { labelOf } from "../labels/form-words.ts";
import { Status, Tags } from "../labels/link-labels.tsx";
import { purposeOf } from "../labels/link-words.ts";
import { type ListQuery, listPath } from "./list-query.ts";

/** How many tags of a link the list shows. */
const MOST_TAGS = 4;

/** A page of links, each with a box to choose it. */
export const LinkTable = ({
  path,
  query,
  order,
  links,
  people,
  chosen,
  origins,
}: {
  path: string;
  query: ListQuery;
  /** The order that the list has. */
  order: LinkOrder;
  links: readonly Link[];
  people: LinkPeople;
  /** The ids of the links that are chosen already. */
  chosen: readonly string[];
  origins: Origins;
}) => {
  const ordered = (label: string, by: LinkOrder): Column => ({
    label,
    href: listPath(path, { typed: query.typed, order: by }),
    sorted: order === by ? (by === "name" ? "ascending" : "descending") : undefined,
  });
  return (
    <Table
      caption="Links"
      columns={[
        ordered(labelOf("name"), "name"),
        { label: labelOf("intent") },
        { label: labelOf("status") },
        { label: "People, 30 days" },
        ordered("Created", "created"),
        ordered("Changed", "changed"),
      ]}
      rows={links.map((link) => [
        <div class="pick">
          <input
            type="checkbox"
            name="link"
            value={link.id}
            checked={chosen.includes(link.id)}
            aria-label={`Choose ${link.name}`}
          />
          <span>
            <a href={`${path}/${link.id}`}>
              <bdi>{link.name}</bdi>
            </a>
            <small>{shortLinkUrl(origins, link.shortId).replace(/^https?:\/\//, "")}</small>
            <Tags path={path} tags={link.tracking?.tags ?? []} most={MOST_TAGS} />
          </span>
        </div>,
        purposeOf(link),
        <Status link={link} />,
        <People days={people.days} values={people.byLink.get(link.id) ?? []} />,
        <Time at={link.createdAt} date />,
        <Time at={link.updatedAt} date />,
      ])}
    />
  );
};

const People = ({ days, values }: { days: readonly string[]; values: readonly number[] }) => (
  <span class="people">
    <span>{count(values.reduce((sum, value) => sum + value, 0))}</span>
    <Sparkline days={days} values={values} />
  </span>
);
