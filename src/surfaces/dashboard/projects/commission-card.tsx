import type { Project } from "../../../features/access/project.ts";
import type { Affiliate } from "../../../features/short-links/earners.ts";
import { affiliateOf } from "../../../features/short-links/earners.ts";
import { MARKETPLACE_COUNTRIES, MARKETPLACES } from "../../../ground/core/marketplaces.ts";
import { RETAILER_NAMES } from "../../../ground/core/vocabulary.ts";
import { count } from "../charts/numbers.ts";
import { Facts } from "../components/facts.tsx";
import { Notice } from "../components/notice.tsx";
import { linksOf } from "../labels/link-labels.tsx";

/** The retailers that pay a commission. */
export const RETAILERS = ["marketplace", "bigbox_w", "bigbox_t"] as const;
export type PayingRetailer = (typeof RETAILERS)[number];

/** The accounts that get the commission of a retailer's links. */
export function earnerOf(retailer: PayingRetailer, settings: Affiliate): string {
  if (retailer !== "marketplace") return settings[retailer]?.url ?? "nobody";
  const tags = MARKETPLACE_COUNTRIES.flatMap((country) => {
    const tag = settings.marketplace?.tags?.[country];
    return tag === undefined ? [] : [`${tag} (${MARKETPLACES[country]})`];
  });
  return tags.join(", ") || "nobody";
}

/** Who gets the commission of the project's links. `href`: where it is changed. */
export const CommissionCard = ({
  project,
  service,
  href,
}: {
  project: Project;
  service: Affiliate;
  href: string | null;
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
        facts={RETAILERS.map((retailer) => [
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
