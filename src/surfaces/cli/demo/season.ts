import { createHash } from "node:crypto";
import type { ApartCount, VisitCount, VisitMessage } from "../../../features/visits/visit-counts.ts";
import { entryText } from "../../../features/visits/visitor-sketch.ts";
import { DAY_MS, dayOf } from "../../../ground/core/days.ts";
import { newId } from "../../../ground/core/ids.ts";

/** The domain of the season: a name of this machine, which needs no DNS. */
export const SEASON_HOST = "maple.localhost";

/** The brand of the season's pages and codes. */
export const SEASON_BRAND = {
  name: "Maple & Pine",
  accent: "#9a3412",
  imprintUrl: "https://example.com/legal",
  privacyUrl: "https://example.com/privacy",
};

interface SeasonLink {
  /** The body of POST /v1/links without the project. */
  body: Readonly<Record<string, unknown>>;
  /** How many days ago it was created. */
  age: number;
  /** Visits by people on an ordinary day. */
  visits: number;
  /** The share of scans. */
  scans: number;
  /** More codes besides the default code: identifier and name. */
  codes?: readonly (readonly [string, string])[];
  /** Of a choice link: the share of visits that choose each offer, by its key. */
  taps?: Readonly<Record<string, number>>;
}

const shop = (retailer: string, intent: string, ...ids: string[]) => ({
  retailer,
  intent,
  products: ids.map((retailerProductId) => ({ retailerProductId, quantity: 1 })),
});
/** A page of example.com, which is reserved for examples. */
const own = (page: string) => ({
  retailer: "custom",
  intent: "custom_url",
  customUrl: `https://example.com/${page}`,
});
const syrup = {
  retailer: "choice",
  intent: "choose_retailer",
  offers: [
    shop("bigbox_w", "add_to_cart", "414600312"),
    shop("bigbox_t", "product_detail", "87654330"),
    { ...own("farm-shop"), label: "Our farm shop", countries: ["US", "CA"] },
  ],
  page: { text: "Tapped in Vermont, bottled the same week." },
};
const recipe = {
  title: "Blueberry pancakes",
  ingredients: ["flour", "milk", "blueberries", "maple syrup"].map((name) => ({ name, quantity: 1 })),
  instructions: ["Whisk everything but the berries.", "Fry, and top with berries and syrup."],
};
const pancakes = { retailer: "delivery_app", intent: "recipe", options: { delivery_app: { recipe } } };

/** The links of a season of a fictitious brand. Product ids have the retailers' form and need not exist. */
// biome-ignore format: a row for each link.
export const SEASON: readonly SeasonLink[] = [
  { body: { name: "Syrup bottle, back label", publicName: "Dark maple syrup", ...syrup, slug: "syrup", tracking: { tags: ["packaging", "syrup"] } }, age: 90, visits: 72, scans: 0.96, codes: [["neck-tag", "Neck tag"]], taps: { "bigbox-w": 0.31, "bigbox-t": 0.17, custom: 0.05 } },
  { body: { name: "Pancake mix, back of box", ...shop("bigbox_w", "add_to_cart", "414600320", "414600312"), tracking: { tags: ["packaging"], utm: { source: "maple-and-pine", medium: "qr", campaign: "pancake-box" } } }, age: 90, visits: 27, scans: 0.92 },
  { body: { name: "Recipe card: blueberry pancakes", ...pancakes, slug: "pancake-recipe", tracking: { tags: ["recipe"] } }, age: 88, visits: 22, scans: 0.7, codes: [["poster", "Poster in the test kitchen"]] },
  { body: { name: "Shelf talker, breakfast aisle", ...shop("bigbox_t", "add_to_cart", "87654321", "87654322"), tracking: { tags: ["in store"] } }, age: 63, visits: 11, scans: 0.98 },
  { body: { name: "Competition on the lid", ...own("win"), slug: "win-a-tree", tracking: { tags: ["packaging", "competition"] } }, age: 56, visits: 41, scans: 0.99 },
  { body: { name: "Newsletter October", ...shop("marketplace", "add_to_cart", "B0DEMO0001", "B0DEMO0002"), slug: "october", tracking: { tags: ["newsletter"] } }, age: 45, visits: 13, scans: 0 },
  { body: { name: "Grocer flyer, week 42", ...shop("grocer_a", "product_detail", "0001111041700"), tracking: { tags: ["flyer"] } }, age: 38, visits: 19, scans: 0.88 },
  { body: { name: "Holiday gift guide", ...own("gifts"), slug: "gifts", tracking: { tags: ["gifts"] } }, age: 12, visits: 16, scans: 0.3 },
];

/** Shares of a day's visits by hour: lunch and the evening, when people cook and shop. Countries, by how often each is drawn. */
const HOURS = [["13", 0.2], ["16", 0.15], ["22", 0.35], ["01", 0.3]] as const; // biome-ignore format: pairs
const COUNTRIES = ["US", "US", "US", "US", "CA", "GB"];
/** By weekday, from Sunday: people shop on weekends. */
const WEEK = [1.5, 0.8, 0.75, 0.85, 0.95, 1.2, 1.6];

/** The share of a day's visits by people who come for the first time that day. */
const ONCE = 0.85;

/** The visitors of a link on a day, as messages have them. */
class Visitors {
  readonly #name: string;
  readonly #size: number;
  #visits = 0;

  constructor(name: string, size: number) {
    this.#name = name;
    this.#size = Math.max(1, Math.round(size));
  }

  /** The entries of the next visits: once everybody was here, the first ones come again. */
  next(visits: number): string {
    let entries = "";
    for (let visit = 0; visit < visits; visit++) {
      // Sketches need bits without a pattern, as those of a hash.
      const hash = createHash("sha256")
        .update(`${this.#name} ${this.#visits++ % this.#size}`)
        .digest();
      const entry = entryText(hash.readUIntBE(0, 3));
      entries += entry + entry;
    }
    return entries;
  }
}

/** The visits of a link and the taps on its offers, from its creation up to yesterday. They are the same each time. */
export function visitsOf(
  linkId: string,
  { age, visits, scans, codes = [], taps = {} }: SeasonLink,
  now: Date,
): { counts: VisitCount[]; apart: ApartCount[] } {
  const identifiers = ["default", ...codes.map(([identifier]) => identifier)];
  const found: { counts: VisitCount[]; apart: ApartCount[] } = { counts: [], apart: [] };
  for (let ago = age - 1; ago >= 1; ago--) {
    const day = new Date(now.getTime() - ago * DAY_MS);
    // More people find a link with each day of its first three weeks.
    const people = visits * (WEEK[day.getUTCDay()] ?? 1) * (0.3 + 0.7 * Math.min(1, (age - ago) / 21));
    const visitors = new Visitors(`${linkId} ${dayOf(day)}`, people * ONCE);
    for (const [index, [hour, share]] of HOURS.entries()) {
      const at = `${dayOf(day)}T${hour}:00`;
      const place = ago * HOURS.length + index;
      const country = COUNTRIES[(place * 7) % COUNTRIES.length] ?? "US";
      const code = identifiers[place % identifiers.length] ?? "default";
      const device = place % 6 === 0 ? "desktop" : "phone";
      const scanned = Math.round(people * share * scans);
      const clicked = Math.round(people * share) - scanned;
      if (scanned > 0)
        found.counts.push([linkId, code, at, country, "phone", "person", scanned, visitors.next(scanned)]);
      if (clicked > 0)
        found.counts.push([linkId, "", at, country, device, "person", clicked, visitors.next(clicked)]);
      for (const [offer, part] of Object.entries(taps)) {
        const taken = Math.round(scanned * part);
        if (taken > 0) found.apart.push([linkId, "choice", offer, "scans", at, taken]);
      }
    }
    if (ago % 3 === 0) found.counts.push([linkId, "", `${dayOf(day)}T04:00`, "US", "other", "robot", 2]);
  }
  return found;
}

/** The number of counters per message: a running server accepts statements of 100 kB, with texts in hex. */
const COUNTERS_PER_MESSAGE = 30;

/** Visits as messages of `now`, because the dashboard shows when it was last updated. */
export const seasonMessages = (
  { counts, apart }: Pick<VisitMessage, "counts" | "apart">,
  now: Date,
): VisitMessage[] => {
  const sender = newId("vis", now);
  return Array.from(
    { length: Math.ceil(Math.max(counts.length, apart.length) / COUNTERS_PER_MESSAGE) },
    (_, index) => {
      const part = [index * COUNTERS_PER_MESSAGE, (index + 1) * COUNTERS_PER_MESSAGE] as const;
      const name = { sender, number: index, since: now.getTime() };
      return { ...name, counts: counts.slice(...part), apart: apart.slice(...part) };
    },
  );
};
