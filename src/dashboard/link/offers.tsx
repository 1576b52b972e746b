import { RETAILER_NAMES } from "../../core/retailer-names.ts";
import { labelOf } from "../../links/choice-entry.ts";
import type { LinkDestination, OfferDestination } from "../../links/get-link-destination.ts";
import type { Link } from "../../links/link.ts";
import type { AvailabilityOutcome } from "../../retailers/offer.ts";
import { Badge, Time } from "../components/facts.tsx";
import { Table } from "../components/table.tsx";
import { INTENT_NAMES } from "../labels/variant-labels.ts";

const STOCK: Readonly<Record<AvailabilityOutcome, { words: string; kind: "good" | "bad" | "quiet" }>> = {
  available: { words: "In stock", kind: "good" },
  replaced: { words: "In stock, with a backup", kind: "good" },
  unavailable: { words: "Sold out", kind: "bad" },
  unknown: { words: "Not known", kind: "quiet" },
};

/** The shops of a choice link, in the order of its page: where each leads, since when, and whether it is in stock. */
export const Offers = ({ link, destination }: { link: Link; destination: LinkDestination }) => {
  if (link.retailer !== "choice") return null;
  const leads = new Map(destination.offers?.map((lead) => [lead.key, lead]));
  return (
    <section class="section" id="offers">
      <h2>Shops to choose from</h2>
      <Table
        caption="Shops in the order of the page"
        columns={[{ label: "Shop" }, { label: "Leads to" }, { label: "Stock" }]}
        rows={link.offers.map((offer) => {
          const lead = leads.get(offer.key);
          return [
            <>
              <strong>
                <bdi>{labelOf(offer)}</bdi>
              </strong>
              <br />
              <small class="quiet">
                {offer.retailer === "custom"
                  ? RETAILER_NAMES.custom
                  : `${RETAILER_NAMES[offer.retailer]}: ${INTENT_NAMES[offer.intent].toLowerCase()}`}
                {offer.countries && `, in ${offer.countries.join(", ")}`}
              </small>
            </>,
            lead ? <Lead lead={lead} /> : null,
            lead ? <Stock lead={lead} /> : null,
          ];
        })}
      />
    </section>
  );
};

const Lead = ({ lead: { destination, since } }: { lead: OfferDestination }) => (
  <>
    <a href={destination} rel="noreferrer" title={destination}>
      {URL.parse(destination)?.hostname.replace(/^www\./, "") ?? destination}
    </a>
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

const Stock = ({ lead: { availability, shown } }: { lead: OfferDestination }) => {
  const { words, kind } = STOCK[availability?.outcome ?? "unknown"];
  return (
    <>
      <Badge kind={kind}>{words}</Badge>
      {!shown && <small class="quiet"> left out of the page</small>}
      {availability && (
        <>
          <br />
          <small class="quiet">
            looked up <Time at={availability.checkedAt} />
          </small>
        </>
      )}
    </>
  );
};
