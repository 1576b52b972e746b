import { HAS_OWN_TAG } from "../../features/links/count-earning-links.ts";
import { isAssociatesTag } from "../../ground/core/marketplaces.ts";
import { isShortId } from "../../ground/core/short-id.ts";
import { allRows } from "../../ground/platform/d1.ts";

/** The link or project that a row of a report is of. */
export interface SaleOwner {
  projectId: string;
  /** Empty for a project's tag, which all of its links have. */
  linkId: string;
  /** The link's retailer; empty for a link with several shops, and for a project. */
  retailer: string;
  /** `q-` and a code of the link, or `v-` and a source; empty without either. */
  mark: string;
}

/** What is looked up in one statement. */
const AT_A_TIME = 5_000;

interface LinkRow {
  name: string;
  linkId: string;
  projectId: string;
  retailer: string;
}

const BY_SHORT_ID = `SELECT short_id AS name, links.id AS linkId, project_id AS projectId, retailer
  FROM json_each(?2) AS item CROSS JOIN links ON short_id = item.value WHERE organization_id = ?1`;
/** A tag of several links is of none, and of their project if they have only one. */
const BY_OWN_TAG = `SELECT lower(content ->> '$.affiliate.tag') AS name, iif(count(*) = 1, min(links.id), '') AS linkId,
    min(project_id) AS projectId, iif(count(*) = 1, min(retailer), '') AS retailer
  FROM json_each(?2) AS item CROSS JOIN links INDEXED BY links_by_own_tag
    ON organization_id = ?1 AND lower(content ->> '$.affiliate.tag') = item.value AND ${HAS_OWN_TAG}
  GROUP BY 1 HAVING count(DISTINCT project_id) = 1`;
const BY_PROJECT_TAG = `SELECT lower(tag.value) AS name, '' AS linkId, min(projects.id) AS projectId, '' AS retailer
  FROM projects, json_each(settings -> '$.affiliate.marketplace.tags') AS tag WHERE organization_id = ?1
  GROUP BY 1 HAVING count(DISTINCT projects.id) = 1`;
const CODES = `SELECT link_id AS linkId, identifier FROM json_each(?1) AS item
  CROSS JOIN qr_codes ON link_id = item.value ->> 0 AND identifier = item.value ->> 1`;

/** A sub-id as src/features/short-links/sub-id.ts writes it. */
const SUB_ID = /^([0-9a-z]{8})(?:-(q|v)-([0-9a-z-]{1,64}))?$/;

/** Finds the links and projects of an organization that the rows of a report name. */
export const saleOwners = (db: D1Database) => ({
  /** By sub-id in lower case. One of another organization's link, or of no link, is absent. */
  async ofSubIds(organizationId: string, subIds: readonly string[]): Promise<Map<string, SaleOwner>> {
    const parts = subIds.flatMap((subId) => {
      const [, shortId = "", kind = "", value = ""] = SUB_ID.exec(subId) ?? [];
      return isShortId(shortId) ? [{ subId, shortId, kind, value }] : [];
    });
    const links = new Map<string, LinkRow>();
    const shortIds = [...new Set(parts.map(({ shortId }) => shortId))];
    for (let from = 0; from < shortIds.length; from += AT_A_TIME) {
      const some = JSON.stringify(shortIds.slice(from, from + AT_A_TIME));
      for (const row of await allRows<LinkRow>(db, BY_SHORT_ID, organizationId, some))
        links.set(row.name, row);
    }
    const found = parts.flatMap((part) => {
      const link = links.get(part.shortId);
      return link ? [{ ...part, link }] : [];
    });
    const codes = await exactCodes(
      db,
      found.flatMap(({ kind, value, link }) => (kind === "q" ? [[link.linkId, value] as const] : [])),
    );
    return new Map(
      found.map(({ subId, kind, value, link }): [string, SaleOwner] => {
        const exact = kind === "q" ? codes.get(`${link.linkId} ${value}`) : value;
        return [subId, { ...ownerOf(link), mark: exact ? `${kind}-${exact}` : "" }];
      }),
    );
  },
  /** By Associates tag in lower case: a link's own, or that of a project. */
  async ofTags(organizationId: string, tags: readonly string[]): Promise<Map<string, SaleOwner>> {
    const ofLinks: LinkRow[] = [];
    const possible = tags.filter(isAssociatesTag);
    for (let from = 0; from < possible.length; from += AT_A_TIME) {
      const some = JSON.stringify(possible.slice(from, from + AT_A_TIME));
      ofLinks.push(...(await allRows<LinkRow>(db, BY_OWN_TAG, organizationId, some)));
    }
    const ofProjects = await allRows<LinkRow>(db, BY_PROJECT_TAG, organizationId);
    const named = [...ofProjects, ...ofLinks];
    return new Map(named.map((row): [string, SaleOwner] => [row.name, { ...ownerOf(row), mark: "" }]));
  },
});

export type SaleOwners = ReturnType<typeof saleOwners>;

/** The shops of a choice are several. */
const ownerOf = ({ linkId, projectId, retailer }: LinkRow) => ({
  linkId,
  projectId,
  retailer: retailer === "choice" ? "" : retailer,
});

/** The identifiers of codes as they are stored, by link and identifier in lower case, which sub-ids have. */
async function exactCodes(
  db: D1Database,
  codes: readonly (readonly [linkId: string, identifier: string])[],
): Promise<Map<string, string>> {
  const exact = new Map<string, string>();
  for (let from = 0; from < codes.length; from += AT_A_TIME) {
    const some = JSON.stringify(codes.slice(from, from + AT_A_TIME));
    const rows = await allRows<{ linkId: string; identifier: string }>(db, CODES, some);
    for (const { linkId, identifier } of rows) exact.set(`${linkId} ${identifier.toLowerCase()}`, identifier);
  }
  return exact;
}
