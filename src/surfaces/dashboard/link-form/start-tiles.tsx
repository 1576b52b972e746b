import { variantKey } from "../../../features/retailers/variants.ts";
import { RETAILER_NAMES } from "../../../ground/core/vocabulary.ts";
import { INTENT_ICONS, INTENT_NAMES, OFFERED_VARIANTS, VARIANT_HINTS } from "../labels/link-labels.tsx";
import { Icon } from "../layout/icon.tsx";

/** The path of a new link with these parameters, and what was preset. */
export type NewPath = (query: Record<string, string>) => string;

/** What several places are good for, by the way people are sent. */
const DOORS = [
  {
    query: { pick: "first" },
    icon: "page",
    title: "By country, device or language",
    text: "Canada opens amazon.ca, everybody else walmart.com.",
  },
  {
    query: { pick: "split" },
    icon: "choice",
    title: "By chance",
    text: "70 % open one page, 30 % another, to compare.",
  },
  {
    query: {},
    icon: "list",
    title: "A page to choose from",
    text: "People pick their shop themselves.",
  },
] as const;

/** The ways to send people to several places. */
export const Doors = ({ path }: { path: NewPath }) => (
  <section class="section doors" aria-labelledby="doors-title">
    <div class="sheet">
      <h2 id="doors-title">Different places for different people</h2>
      <p class="quiet">One code or short link, several destinations.</p>
      <ul class="tiles">
        {DOORS.map(({ query, icon, title, text }) => (
          <li>
            <a class="tile" href={path({ retailer: "choice", intent: "choose_retailer", ...query })}>
              <strong>
                <Icon name={icon} /> {title}
              </strong>
              <span>{text}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  </section>
);

/** A tile for each shop. With several intents it contains a link for each, else it is one link. */
export const Tiles = ({ path }: { path: NewPath }) => (
  <ul class="tiles">
    {Array.from(
      Map.groupBy(
        OFFERED_VARIANTS.filter(({ retailer }) => retailer !== "choice"),
        ({ retailer }) => retailer,
      ),
      ([retailer, variants]) => {
        const name = RETAILER_NAMES[retailer];
        const [first, ...others] = variants;
        if (!first) return null;
        const href = (intent: string) => path({ retailer, intent });
        return (
          <li>
            {others.length === 0 ? (
              <a class="tile" href={href(first.intent)}>
                <strong>
                  <Icon name={INTENT_ICONS[first.intent]} /> {name}
                </strong>
                <span>{VARIANT_HINTS[variantKey(first)]}</span>
              </a>
            ) : (
              <div class="tile">
                <strong>{name}</strong>
                <span class="ways">
                  {variants.map(({ intent }) => (
                    <a href={href(intent)}>
                      <Icon name={INTENT_ICONS[intent]} />
                      <span>
                        {INTENT_NAMES[intent]}
                        <span class="hidden"> at {name}</span>
                      </span>
                    </a>
                  ))}
                </span>
              </div>
            )}
          </li>
        );
      },
    )}
  </ul>
);
