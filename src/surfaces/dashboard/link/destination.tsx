import type { Link } from "../../../features/links/link.ts";
import { HARMLESS } from "../../../features/links/warning-codes.ts";
import { type ChoiceOffer, labelOf } from "../../../features/retailers/choice-offer.ts";
import type { AvailabilityOutcome } from "../../../features/retailers/definition.ts";
import { RETAILER_NAMES } from "../../../ground/core/vocabulary.ts";
import type { Zone } from "../../../ground/core/zone.ts";
import { Facts, hostOf, Time } from "../components/facts.tsx";
import { Notice } from "../components/notice.tsx";
import { offerIndex, pickText, reasonText, scanText, warningText } from "../labels/destination-labels.ts";
import { INTENT_ICONS, INTENT_NAMES } from "../labels/link-labels.tsx";
import { isPicked, placeNames, placesText, sentBy } from "../labels/places.ts";
import { firstName, productsOf } from "../labels/products.tsx";
import { ruleOfOffer } from "../labels/rule-text.ts";
import { Icon } from "../layout/icon.tsx";
import type { LinkView } from "./link-view.ts";

const AVAILABILITY: Readonly<Record<AvailabilityOutcome, string>> = {
  available: "All products are available",
  replaced: "A backup replaces a product that is sold out",
  unavailable: "A product and its backups are sold out",
  unknown: "Unknown",
};

/** What needs attention: broken destinations, warnings, and pages that could not be made. */
export const Attention = ({ link, destination, panels, catalogs }: LinkView) => {
  const known = panels.flatMap(({ attention }) => attention || []);
  const others = destination.warnings.filter(({ code }) => !HARMLESS.includes(code));
  const failed = [destination, ...(destination.offers ?? [])].flatMap(({ page, ...of }) =>
    page && (page.state === "failed" || (page.state === "pending" && page.attempts > 0))
      ? [{ page, shop: "key" in of ? shopAt(link, ({ key }) => key === of.key) : undefined }]
      : [],
  );
  if (others.length === 0 && failed.length === 0 && known.length === 0) return null;
  return (
    <Notice kind="warn">
      <h2 id="attention">Needs attention</h2>
      <ul class="attention">
        {known}
        {failed.map(({ page, shop }) => (
          <li>
            <Shop name={shop} />
            {page.state === "failed"
              ? "Instacart rejected the page of this list or recipe. There is no automatic retry."
              : "Instacart has not made the page of this list or recipe yet. It is retried automatically."}
            {page.lastError && (
              <>
                {" "}
                Its message: <bdi>{page.lastError}</bdi>
              </>
            )}
          </li>
        ))}
        {others.map((warning) => (
          <li>
            <Shop name={shopAt(link, (_, index) => index === offerIndex(warning.field))} />
            <bdi>{warningText(warning, link, catalogs)}</bdi>
          </li>
        ))}
      </ul>
    </Notice>
  );
};

/** The name of a shop of a choice, if it exists. */
function shopAt(link: Link, isIt: (offer: ChoiceOffer, index: number) => boolean): string | undefined {
  const offer = link.offers?.find(isIt);
  return offer && labelOf(offer);
}

/** The shop that a line is about, if any. */
const Shop = ({ name }: { name: string | undefined }) =>
  name === undefined ? null : (
    <>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      :{" "}
    </>
  );

const PAGE_STATES = { pending: "Not made yet", made: "Made", failed: "Rejected" } as const;

/** The shop and the product that a link opens, as far as known. */
function Target({ link, url, details, zone }: Pick<LinkView, "link" | "details" | "zone"> & { url: string }) {
  if (link.retailer === "custom") return <strong>{hostOf(url)}</strong>;
  const products = productsOf(link);
  const more = products.length > 1 ? ` +${products.length - 1}` : "";
  const sent = sentBy(link);
  const shops = sent === undefined ? link.offers?.map(labelOf).join(", ") : sentText(link, zone);
  const known = firstName(products, details) ?? (products[0] && `${products[0].id}${more}`);
  return (
    <>
      <strong>{sent ? capitalized(sent) : RETAILER_NAMES[link.retailer]}</strong>
      {sent ? ": " : " · "}
      <bdi>{shops ?? known ?? INTENT_NAMES[link.intent]}</bdi>
    </>
  );
}

/** More rows than these are named by their places alone. */
const MAX_ROWS = 4;

/** Where a link sends people, and whom: "Canada → amazon.ca; everybody else → walmart.com". */
function sentText(link: Link, zone: Zone): string {
  const { offers, page } = link;
  if (!offers || page?.pick !== "first" || offers.length > MAX_ROWS) return placesText(link);
  const names = placeNames(offers);
  return offers
    .map((offer, index) => {
      const rule = ruleOfOffer(offer, zone, { pick: "first", index });
      return `${rule.replace(/^E(?=verybody)/, index > 0 ? "e" : "E")} → ${names[index]}`;
    })
    .join("; ");
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Where the link redirects, and why; its URL is folded. A choice has its page at the short link. */
export const Destination = ({ link, destination, catalogs, details, shortLink, zone }: LinkView) => {
  const { reason, scan, since, availability, page, warnings } = destination;
  const url = link.retailer === "choice" ? shortLink : destination.destination;
  const unchecked = warnings.find(({ code }) => code === "backups_not_checked");
  return (
    <div id="destination">
      <p class="target">
        <Icon name={INTENT_ICONS[link.intent]} /> <Target {...{ link, url, details, zone }} />
      </p>
      <p>{pickText(link.page?.pick) ?? reasonText(reason)}</p>
      {scan && <p>{scanText(scan.reason)}</p>}
      {unchecked && <p class="hint">{warningText(unchecked, link, catalogs)}</p>}
      <details hidden={isPicked(link.page?.pick)}>
        <summary>Address at {hostOf(url)}</summary>
        <p class="destination">
          <a href={url} rel="noreferrer">
            {url}
          </a>
        </p>
        {scan && (
          <p class="destination">
            Scans of its codes open{" "}
            <a href={scan.destination} rel="noreferrer">
              {scan.destination}
            </a>
          </p>
        )}
        <Facts
          facts={[
            ["Since", since === null ? null : <Time at={since} />],
            ["Products", availability && AVAILABILITY[availability.outcome]],
            ["Last checked", availability && <Time at={availability.checkedAt} />],
            ["Page at Instacart", page && PAGE_STATES[page.state]],
            ["Attempts", page && page.attempts > 0 ? page.attempts : null],
          ]}
        />
      </details>
    </div>
  );
};
