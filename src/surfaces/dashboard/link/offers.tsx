import type { OfferDestination } from "../../../features/links/get-link-destination.ts";
import { labelOf } from "../../../features/retailers/choice-offer.ts";
import type { AvailabilityOutcome } from "../../../features/retailers/definition.ts";
import { RETAILER_NAMES } from "../../../ground/core/vocabulary.ts";
import { Badge, hostOf, Time } from "../components/facts.tsx";
import { Table } from "../components/table.tsx";
import { INTENT_ICONS, linkKind } from "../labels/link-labels.tsx";
import { ruleOfOffer } from "../labels/rule-text.ts";
import { Icon } from "../layout/icon.tsx";
import type { LinkView } from "./link-view.ts";

const STOCK: Readonly<Record<AvailabilityOutcome, { label: string; kind: "good" | "bad" | "quiet" }>> = {
  available: { label: "In stock", kind: "good" },
  replaced: { label: "In stock, with a backup", kind: "good" },
  unavailable: { label: "Sold out", kind: "bad" },
  unknown: { label: "Unknown", kind: "quiet" },
};

/** The shops of a choice, in the order of its page, with their rules, destinations and stock. */
export const Offers = ({ link, destination, zone }: LinkView) => {
  if (link.retailer !== "choice") return null;
  const destinations = new Map(destination.offers?.map((each) => [each.key, each]));
  return (
    <section class="section" id="offers">
      <h2>Shops to choose from</h2>
      <Table
        caption="Shops in the order of the page"
        columns={["Shop", "Destination", "Stock"]}
        rows={link.offers.map((offer, index) => {
          const target = destinations.get(offer.key);
          const rule = ruleOfOffer(offer, zone, link.page?.pick, index);
          return [
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
            </>,
            target ? <Target {...target} /> : null,
            target ? <Stock {...target} /> : null,
          ];
        })}
      />
    </section>
  );
};

const HostLink = ({ url }: { url: string }) => (
  <a href={url} rel="noreferrer" title={url}>
    {hostOf(url)}
  </a>
);

const Target = ({ destination, scan, since }: OfferDestination) => (
  <>
    <HostLink url={destination} />
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

const Stock = ({ availability, shown }: OfferDestination) => {
  const { label, kind } = STOCK[availability?.outcome ?? "unknown"];
  return (
    <>
      <Badge kind={kind}>{label}</Badge>
      {!shown && <small class="quiet"> hidden on the page</small>}
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
