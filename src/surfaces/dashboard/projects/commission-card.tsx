import type { Project } from "../../../features/access/project.ts";
import {
  type EarningLinks,
  PAYING_RETAILERS,
  type PayingRetailer,
} from "../../../features/links/count-earning-links.ts";
import { type Affiliate, affiliateOf } from "../../../features/short-links/earners.ts";
import { MARKETPLACE_COUNTRIES, MARKETPLACES } from "../../../ground/core/marketplaces.ts";
import { RETAILER_NAMES } from "../../../ground/core/vocabulary.ts";
import { count } from "../charts/numbers.ts";
import { Facts } from "../components/facts.tsx";
import { Notice } from "../components/notice.tsx";
import { linksOf } from "../labels/link-labels.tsx";

/** The accounts that get the commission of a retailer's links. */
export function earnerOf(retailer: PayingRetailer, settings: Affiliate): string {
  if (retailer !== "marketplace") return settings[retailer]?.url ?? "nobody";
  const tags = MARKETPLACE_COUNTRIES.flatMap((country) => {
    const tag = settings.marketplace?.tags?.[country];
    return tag === undefined ? [] : [`${tag} (${MARKETPLACES[country]})`];
  });
  return tags.join(", ") || "nobody";
}

/** How many links open one of these sites; "more than" if the project has too many to count. */
export function earningText({ bySite, isCut }: EarningLinks, sites: readonly string[]): string {
  const number = sites.reduce((sum, site) => sum + (bySite.get(site) ?? 0), 0);
  return isCut ? `more than ${linksOf(number)}` : linksOf(number);
}

/** Links to lists of the project's links to each retailer that pays a commission. `list`: the path of the list. */
const EarningLists = ({
  earning,
  list,
  project,
}: {
  earning: EarningLinks;
  list: string;
  project: Project;
}) => {
  const found = PAYING_RETAILERS.filter((retailer) => earning.byRetailer.has(retailer));
  return found.length === 0 ? null : (
    <p>
      {found.map((retailer, index) => (
        <>
          {index > 0 && " · "}
          <a href={`${list}?${new URLSearchParams({ projectId: project.id, retailer })}`}>
            {earning.isCut && "More than "}
            {linksOf(earning.byRetailer.get(retailer) ?? 0)} to {RETAILER_NAMES[retailer]}
          </a>
        </>
      ))}
    </p>
  );
};

/** Who gets the commission of the project's links, and which they are. `href`: where it is changed. */
export const CommissionCard = ({
  project,
  service,
  href,
  earning,
  list,
}: {
  project: Project;
  service: Affiliate;
  href: string | null;
  earning: EarningLinks;
  list: string;
}) => {
  const own = affiliateOf(project) ?? {};
  return (
    <section class="panel">
      <div class="panel-head">
        <h2>Commission</h2>
        {href !== null && (
          <a href={href} data-command="Commission">
            Edit
          </a>
        )}
      </div>
      <Facts
        facts={PAYING_RETAILERS.map((retailer) => [
          RETAILER_NAMES[retailer],
          own[retailer] ? (
            <bdi>{earnerOf(retailer, own)}</bdi>
          ) : (
            <>
              Service default: <bdi>{earnerOf(retailer, service)}</bdi>
            </>
          ),
        ])}
      />
      <EarningLists {...{ earning, list, project }} />
    </section>
  );
};

/** Links that are published again in a minute, at least. */
const LINKS_A_MINUTE = 2_000;

/** How many links are being published again after a change. */
export const Following = ({ links }: { links: number }) =>
  links === 0 ? null : (
    <Notice kind="note">
      {linksOf(links)} {links === 1 ? "is" : "are"} being updated after a change. This takes about{" "}
      {count(1 + Math.ceil(links / LINKS_A_MINUTE))} minutes.
    </Notice>
  );
