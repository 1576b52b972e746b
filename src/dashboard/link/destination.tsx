import { labelOf } from "../../links/choice-entry.ts";
import type { LinkDestination } from "../../links/get-link-destination.ts";
import type { Link } from "../../links/link.ts";
import type { WarningCode } from "../../links/warnings.ts";
import type { ChoiceOffer } from "../../retailers/choice-offer.ts";
import type { AvailabilityOutcome } from "../../retailers/offer.ts";
import { Facts, Time } from "../components/facts.tsx";
import { Notice } from "../components/notice.tsx";
import { withLabels } from "../labels/form-labels.ts";

/** What the retailer said of the products, in words. */
const AVAILABILITY: Readonly<Record<AvailabilityOutcome, string>> = {
  available: "All products are available",
  replaced: "A backup takes the place of a product that is out",
  unavailable: "A product is out, and so are its backups",
  unknown: "Not known",
};

/** What holds for a link without anything being wrong with it: the badge tells the one, a hint the other. */
const NO_PROBLEM: readonly WarningCode[] = [
  "link_inactive",
  "link_scheduled",
  "link_ended",
  "backups_not_checked",
];

/** What a person should look at: what is wrong with the link, and a page that could not be made. */
export const Attention = ({ link, destination }: { link: Link; destination: LinkDestination }) => {
  const others = destination.warnings.filter(({ code }) => !NO_PROBLEM.includes(code));
  const failed = [destination, ...(destination.offers ?? [])].flatMap(({ page, ...of }) =>
    page && (page.state === "failed" || (page.state === "pending" && page.attempts > 0))
      ? [{ page, shop: "key" in of ? shopAt(link, ({ key }) => key === of.key) : undefined }]
      : [],
  );
  if (others.length === 0 && failed.length === 0) return null;
  return (
    <Notice kind="warn">
      <h2>Needs attention</h2>
      <ul class="attention">
        {failed.map(({ page, shop }) => (
          <li>
            <Shop name={shop} />
            {page.state === "failed"
              ? "Instacart refused to make the page of this list or recipe, and is not asked again by itself."
              : "Instacart has not made the page of this list or recipe yet. It is asked again by itself."}
            {page.lastError && (
              <>
                {" "}
                It said: <bdi>{page.lastError}</bdi>
              </>
            )}
          </li>
        ))}
        {others.map(({ message, field }) => (
          <li>
            <Shop name={field && shopAt(link, (_, index) => field === `offers[${index}]`)} />
            <bdi>{withLabels(message)}</bdi>
          </li>
        ))}
      </ul>
    </Notice>
  );
};

/** What the page calls the shop of a choice link that is asked for; undefined for none. */
function shopAt(link: Link, isIt: (offer: ChoiceOffer, index: number) => boolean): string | undefined {
  const offer = link.offers?.find(isIt);
  return offer && labelOf(offer);
}

/** The shop that a line is about; nothing for a line about the link. */
const Shop = ({ name }: { name: string | undefined }) =>
  name === undefined ? null : (
    <>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      :{" "}
    </>
  );

const PAGE_WORDS = { pending: "Not made yet", made: "Made", failed: "Refused" } as const;

/** Where the link leads, and why. */
export const Destination = ({ destination }: { destination: LinkDestination }) => {
  const { destination: url, reason, since, availability, page, warnings } = destination;
  const unchecked = warnings.find(({ code }) => code === "backups_not_checked");
  return (
    <section class="sheet" id="destination">
      <h2>Where it leads</h2>
      <p class="destination">
        <a href={url} rel="noreferrer">
          {url}
        </a>
      </p>
      <p>
        <bdi>{withLabels(reason.text)}</bdi>
      </p>
      {unchecked && <p class="hint">{withLabels(unchecked.message)}</p>}
      <Facts
        facts={[
          ["Since", since === null ? null : <Time at={since} />],
          ["Products", availability && AVAILABILITY[availability.outcome]],
          ["Last looked up", availability && <Time at={availability.checkedAt} />],
          ["Page at Instacart", page && PAGE_WORDS[page.state]],
          ["Attempts since the last page", page && page.attempts > 0 ? page.attempts : null],
        ]}
      />
    </section>
  );
};
