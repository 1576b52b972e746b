import type { DatabaseSync } from "node:sqlite";
import { REPORT_BYTES, SUM_BYTES } from "../../../extras/sales/sales-report.ts";
import { pageUrl } from "../../../features/delivery-app/delivery-app-client.ts";
import { wantsPage } from "../../../features/delivery-app/page-request.ts";
import { forbiddenUrls } from "../../../features/links/forbidden-urls.ts";
import { definitionOf } from "../../../features/links/link.ts";
import { definitionParts } from "../../../features/links/link-part.ts";
import { bytesOfRow, fromLinkRow, type StoredLinkRow, toLinkRow } from "../../../features/links/link-rows.ts";
import { STORED_OFFERS } from "../../../features/links/offer-rows.ts";
import { partDestination } from "../../../features/links/resolve-destination.ts";
import {
  ACCESS_BYTES,
  CHANGE_BYTES,
  CODE_BYTES,
  LINK_BYTES,
  STORED_VALUE_BYTES,
} from "../../../features/writes/usage-statements.ts";
import { bareHost } from "../../../ground/core/domain-host.ts";
import { redirectSettings } from "../../../ground/platform/redirect-settings.ts";
import type { Variables } from "../../../ground/platform/variables.ts";
import { readSettings } from "../../../settings.ts";
import { UsageError } from "../command-line/command.ts";

/** What the instance that gets an archive decides. */
interface Instance {
  variables: Variables;
  /** The confirmed domains of all its organizations. */
  domains: readonly string[];
  /** The domains of the archive whose owner the operator knows. All others arrive pending. */
  confirmed: readonly string[];
  now: Date;
}

/**
 * Replaces what an archive must not decide, because anybody can edit one: where links redirect, which domains are
 * confirmed, and how much is stored, whose bytes it returns. Throws UsageError, with the line, for URLs that creation
 * refuses, and for a confirmed domain that the archive lacks.
 */
export function rebuildRows(rows: DatabaseSync, { variables, domains, confirmed, now }: Instance): number {
  const archived = rows
    .prepare("SELECT host FROM domains")
    .all()
    .map(({ host }) => String(host));
  const missing = confirmed.find((host) => !archived.includes(host));
  if (missing !== undefined) throw new UsageError(`The archive has no domain ${missing}.`);
  const hosts = [...domains, ...archived];
  rows.exec("BEGIN");
  // A token from elsewhere could be in the records of a domain already.
  rows
    .prepare(
      `UPDATE domains SET confirmed_at = iif(known, coalesce(confirmed_at, ?2), NULL),
         token = iif(known, token, lower(hex(randomblob(16))))
       FROM (SELECT host AS own, host IN (SELECT value FROM json_each(?1)) AS known FROM domains) WHERE host = own`,
    )
    .run(JSON.stringify(confirmed), now.toISOString());
  // The cron looks the shops up again.
  rows.exec("UPDATE delivery_app_routes SET routes = NULL, refreshed_at = ''");
  rows.exec(
    `UPDATE sales_reports SET bytes = ${REPORT_BYTES} + ${SUM_BYTES} * (SELECT count(*) FROM sales WHERE report_id = sales_reports.id)`,
  );
  rejectLoops(rows, hosts, variables);
  const bytes = rebuildLinks(rows, hosts, variables, now);
  rows.exec("COMMIT");
  return bytes + Number(rows.prepare(OTHER_BYTES).get()?.bytes);
}

const originsOf = (variables: Variables) => {
  const { shortLinkOrigin, apiOrigin } = redirectSettings(variables);
  const local = "http://localhost";
  return { shortLink: shortLinkOrigin ?? local, api: apiOrigin ?? local, problem: null };
};

/** Throws UsageError if the root or the unknown URLs of a domain redirect to the service. */
function rejectLoops(rows: DatabaseSync, hosts: readonly string[], variables: Variables): void {
  const own = [...hosts, ...redirectSettings(variables).ownHosts].map(bareHost);
  for (const { archive_line: line, ...urls } of rows
    .prepare("SELECT archive_line, root_url, not_found_url FROM domains")
    .all())
    for (const [column, url] of Object.entries(urls))
      if (url !== null && own.includes(bareHost(new URL(String(url)).hostname)))
        throw new UsageError(`${line}: ${column} must not point to this service.`);
}

/** Builds the destinations of all links, and returns the bytes of the links. */
function rebuildLinks(rows: DatabaseSync, hosts: readonly string[], variables: Variables, now: Date): number {
  const { deliveryApp } = readSettings(variables);
  const appOrigin = deliveryApp?.baseUrl ?? "https://connect.instacart.com";
  const origins = originsOf(variables);
  const domains = hosts.map((host) => ({ host }));
  const read = rows.prepare(
    `SELECT links.*, ${STORED_OFFERS} AS offers, '[]' AS slugs, NULL AS affiliate FROM links WHERE id = ?`,
  );
  const put = (table: string, id: string, key: string) =>
    rows.prepare(
      `UPDATE ${table} SET destination = ?1, url_type = ?2, destination_reason = ?3 WHERE ${id} = ?4${key}`,
    );
  const [putLink, putOffer] = [put("links", "id", ""), put("link_offers", "link_id", " AND key = ?5")];
  const wantPage = rows.prepare(
    `UPDATE delivery_app_pages SET state = 'pending', page_url = NULL, made_at = NULL, expires_at = NULL, attempts = 0,
       next_attempt_at = ?3 WHERE link_id = ?1 AND offer_key = ?2`,
  );
  let bytes = 0;
  for (const { id } of rows.prepare("SELECT id FROM links").all()) {
    // Checked when it was loaded, with the columns of a stored row.
    const row = read.get(String(id)) as unknown as StoredLinkRow & { archive_line: string };
    const link = fromLinkRow(row);
    const definition = definitionOf(link);
    // A link that is off may have such a URL: rules may have changed since it was made.
    const [detail] = (link.status === "active" && forbiddenUrls(definition, origins, domains)?.details) || [];
    if (detail) throw new UsageError(`${row.archive_line}: ${detail.field} ${detail.message}.`);
    bytes += LINK_BYTES + bytesOfRow(toLinkRow(link));
    if (link.retailer === "choice") putLink.run(`/${link.shortId}`, "choice_page", "choice_page", link.id);
    for (const part of definitionParts(definition)) {
      const { offerKey } = part;
      const built = partDestination(part, new Map(), { shortId: link.shortId });
      const stored = offerKey
        ? link.offerDestinations?.find(({ key }) => key === offerKey)?.destination
        : link.destination;
      if (stored === undefined || stored === built.url) continue;
      if (wantsPage(part.definition)) {
        if (pageUrl(stored, appOrigin) === stored) continue;
        wantPage.run(link.id, offerKey, now.toISOString());
      }
      const values = [built.url, built.urlType, built.reason, link.id];
      if (offerKey) putOffer.run(...values, offerKey);
      else putLink.run(...values);
    }
  }
  return bytes;
}

const length = (...columns: string[]): string =>
  columns.map((column) => `coalesce(length(CAST(${column} AS BLOB)), 0)`).join(" + ");
const sum = (table: string, each: string, where = "TRUE"): string =>
  `(SELECT coalesce(sum(${each}), 0) FROM ${table} WHERE ${where})`;

/** The bytes of all other rows, as the service counts them: the first code and the creation of a link count with it. */
const OTHER_BYTES = `SELECT ${[
  sum("qr_codes", `${CODE_BYTES} + ${length("name", "encoded_url", "metadata")}`, "identifier <> 'default'"),
  sum("activity", `${CHANGE_BYTES} + ${length("changes")}`, "changes <> '[]'"),
  sum("activity_values", `${STORED_VALUE_BYTES} + ${length("json")}`),
  sum("projects", `${ACCESS_BYTES} + ${length("name")}`),
  sum("domains", `${ACCESS_BYTES}`),
  sum("sales_reports", "bytes"),
].join(" + ")} AS bytes`;
