import type { OfferDestination } from "../../../features/links/get-link-destination.ts";
import { type ChoiceOffer, labelOf } from "../../../features/retailers/choice-offer.ts";
import type { AvailabilityOutcome } from "../../../features/retailers/definition.ts";
import { isOpen } from "../../../features/retailers/rule-doubts.ts";
import { ruleOf } from "../../../features/short-links/pick-offer.ts";
import { RETAILER_NAMES } from "../../../ground/core/vocabulary.ts";
import { Badge } from "../components/badge.tsx";
import { hostOf, Time } from "../components/facts.tsx";
import { Table } from "../components/table.tsx";
import { INTENT_ICONS, linkKind } from "../labels/link-labels.tsx";
import { isPicked, placeNames, plannedShares, restOf } from "../labels/places.ts";
import { ruleOfOffer } from "../labels/rule-text.ts";
import { Icon } from "../layout/icon.tsx";
import type { LinkView } from "./link-view.ts";

const STOCK: Readonly<Record<AvailabilityOutcome, { label: string; kind: "good" | "bad" | "quiet" }>> = {
  available: { label: "In stock", kind: "good" },
  replaced: { label: "In stock, with a backup", kind: "good" },
  unavailable: { label: "Sold out", kind: "bad" },
  unknown: { label: "Unknown", kind: "quiet" },
};

/** The places of a choice, in their order: who gets them or their rules, their destinations, and their stock. */
export const Offers = (view: LinkView) => {
  const { link, destination } = view;
  if (link.retailer !== "choice") return null;
  const isSent = isPicked(link.page?.pick);
  const destinations = new Map(destination.offers?.map((each) => [each.key, each]));
  // "Unknown" for every shop says nothing.
  const hasStock = !isSent || (destination.offers ?? []).some(({ availability }) => isKnown(availability));
  const names = placeNames(link.offers);
  const shares = link.page?.pick === "split" ? plannedShares(link.offers) : [];
  const rules = link.offers.map((offer, index) =>
    ruleOfOffer(offer, view.zone, { pick: link.page?.pick, index, share: shares[index] }),
  );
  const rest = restOf(
    link.page?.pick,
    link.offers.map((offer) => ({ isForAll: isOpen(ruleOf(offer)) })),
    link.fallbackUrl,
  );
  const rows = link.offers.map((offer, index) => {
    const target = destinations.get(offer.key);
    const place = isSent ? names[index] : undefined;
    return [
      isSent ? (
        <strong>
          <bdi>{rules[index] || "Everybody"}</bdi>
        </strong>
      ) : (
        <Shop offer={offer} rule={rules[index]} />
      ),
      target ? <Target {...target} name={place} /> : null,
      ...(hasStock ? [target ? <Stock {...target} isPage={!isSent} /> : null] : []),
    ];
  });
  if (rest !== undefined)
    rows.push([<strong>Everybody else</strong>, <bdi>{rest}</bdi>, ...(hasStock ? [null] : [])]);
  return (
    <section class="section" id="offers">
      <h2>{isSent ? "Who goes where" : "Shops to choose from"}</h2>
      <Table
        caption={isSent ? "Who goes where" : "Shops in the order of the page"}
        columns={[
          isSent ? "Who" : "Shop",
          isSent ? "Goes to" : "Destination",
          ...(hasStock ? ["Stock"] : []),
        ]}
        rows={rows}
      />
    </section>
  );
};

const isKnown = (availability: OfferDestination["availability"]): boolean =>
  availability !== null && availability !== undefined && availability.outcome !== "unknown";

const Shop = ({ offer, rule }: { offer: ChoiceOffer; rule: string | undefined }) => (
  <>
    <strong>
      <bdi>{labelOf(offer)}</bdi>
    </strong>
    <br />
    <small class="quiet">
      <Icon name={INTENT_ICONS[offer.intent]} />{" "}
      {offer.retailer === "custom" ? RETAILER_NAMES.custom : linkKind(offer)}
    </small>
    {rule && (
      <>
        <br />
        <small>{rule}</small>
      </>
    )}
  </>
);

const HostLink = ({ url, name = hostOf(url) }: { url: string; name?: string | undefined }) => (
  <a href={url} rel="noreferrer" title={url}>
    {name}
  </a>
);

const Target = ({ destination, scan, since, name }: OfferDestination & { name: string | undefined }) => (
  <>
    <HostLink url={destination} name={name} />
    {scan && (
      <>
        , scans: <HostLink url={scan.destination} />
      </>
    )}
    {since !== null && (
      <>
        <br />
        <small class="quiet">
          since <Time at={since} />
        </small>
      </>
    )}
  </>
);

const Stock = ({ availability, shown, isPage }: OfferDestination & { isPage: boolean }) => {
  const { label, kind } = STOCK[availability?.outcome ?? "unknown"];
  return (
    <>
      <Badge kind={kind}>{label}</Badge>
      {!shown && <small class="quiet"> {isPage ? "hidden on the page" : "nobody is sent there"}</small>}
      {availability && (
        <>
          <br />
          <small class="quiet">
            checked <Time at={availability.checkedAt} />
          </small>
        </>
      )}
    </>
  );
};
