/** A table whose rows of an organization are in the archive, whole, so that `npm run import-export` restores them. */
export interface ArchivedTable {
  name: string;
  /** The columns by which rows are read, behind the organization or the link. */
  key: readonly string[];
  /** What sorts before every key; by default the empty text. */
  first?: number;
  /** How rows are found: by `organization_id`, by the `id` of the organization, or by the `link_id` of its links. */
  by: "organization_id" | "id" | "link_id";
  /** The column with long texts. */
  long?: string;
  /** Which rows of the organization are in the archive; absent: all. */
  where?: string;
}

/** The activity of what is not in the archive stays behind. */
const NOT_ARCHIVED = "'api_key', 'member', 'webhook', 'shared_report', 'export'";

/**
 * In the order in which they are read: links before what belongs to them, and projects after what refers to them, since
 * neither is ever deleted. What refers to a link that was created meanwhile is skipped when it is restored.
 */
export const ARCHIVED_TABLES: readonly ArchivedTable[] = [
  { name: "links", by: "organization_id", key: ["id"], long: "content" },
  { name: "link_addresses", by: "link_id", key: ["host", "name"] },
  { name: "link_offers", by: "link_id", key: ["key"], long: "destination" },
  { name: "link_tags", by: "organization_id", key: ["tag", "link_id"] },
  { name: "qr_codes", by: "link_id", key: ["identifier"], long: "metadata" },
  { name: "delivery_app_pages", by: "link_id", key: ["offer_key"] },
  { name: "delivery_app_routes", by: "link_id", key: ["offer_key"], long: "routes" },
  { name: "availability_checks", by: "link_id", key: ["offer_key"] },
  { name: "destination_checks", by: "link_id", key: ["url"], long: "redirects" },
  { name: "activity_values", by: "link_id", key: ["digest"], long: "json" },
  {
    name: "activity",
    by: "organization_id",
    key: ["sequence"],
    first: 0,
    long: "changes",
    where: `object_type NOT IN (${NOT_ARCHIVED})`,
  },
  { name: "domains", by: "organization_id", key: ["host"] },
  { name: "utm_templates", by: "organization_id", key: ["name"] },
  { name: "day_notes", by: "organization_id", key: ["day", "project_id", "text"] },
  { name: "sales_reports", by: "organization_id", key: ["id"], where: "state <> 'draft'" },
  {
    name: "sales",
    by: "organization_id",
    key: ["report_id", "day", "link_id", "project_id", "mark", "retailer", "currency", "state"],
  },
  { name: "projects", by: "organization_id", key: ["id"] },
  { name: "organization_usage", by: "organization_id", key: ["organization_id"] },
  { name: "organizations", by: "id", key: ["id"] },
];

/** The counters of visits, which are read link by link. */
export const ARCHIVED_COUNTERS = ["visit_days", "visit_hours", "visit_months"] as const;

/** The folder of files with rows: JSON lines, each with the name of its `table`. */
export const ROWS_FOLDER = "restore";
/** The last of its files. */
export const MANIFEST = `${ROWS_FOLDER}/manifest.json`;
/** Rises with each change that older archives don't fit. */
export const ARCHIVE_FORMAT = 1;

const MAX_ROWS = 1_000;
/** The long texts of a page of rows, in characters. One row may be longer. */
const MAX_PAGE = 2_000_000;

/** The SQL that reads rows of ?1 after the key in ?2 and further parameters, in its order. */
export function rowsAfter({ name, key, by, long, where = "TRUE" }: ArchivedTable): string {
  const isByLink = by === "link_id";
  const order = [...(isByLink ? ["link_id"] : []), ...key].map((column) => `t.${column}`);
  const from = isByLink
    ? `links INDEXED BY links_by_organization CROSS JOIN ${name} AS t ON t.link_id = links.id`
    : `${name} AS t`;
  const of = isByLink ? "links.organization_id = ?1 AND links.id >= ?2" : `t.${by} = ?1`;
  const length = long === undefined ? "0" : `coalesce(length(t.${long}), 0)`;
  return `SELECT * FROM (
    SELECT t.*, sum(${length}) OVER (ORDER BY ${order.join(", ")} ROWS UNBOUNDED PRECEDING) - ${length} AS before_it
    FROM ${from} WHERE ${of} AND ${where} AND (${order.join(", ")}) > (${order.map((_, at) => `?${at + 2}`).join(", ")})
    ORDER BY ${order.join(", ")} LIMIT ${MAX_ROWS}) WHERE before_it < ${MAX_PAGE}`;
}

/** The columns of a key, with which `rowsAfter` continues. */
export const keyOf = ({ by, key }: ArchivedTable): readonly string[] =>
  by === "link_id" ? ["link_id", ...key] : key;
