import { redirectKey } from "../../src/features/short-links/address-key.ts";
import type { ChoiceEntry, OfferEntry } from "../../src/features/short-links/choice.ts";
import type { RedirectEntry } from "../../src/features/short-links/entry.ts";
import { shopCookie } from "../../src/features/short-links/remembered-shop.ts";
import { type Answer, send } from "../requests.ts";
import type { RunningService } from "../service.ts";

/** Publishes choice links in KV and visits them as shoppers. */

export const CHROME =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

export const AMAZON = "https://www.amazon.com/dp/B000000001";
export const WALMART = "https://www.walmart.com/ip/123456789";
export const KROGER = "https://www.kroger.com/p/x/1111041700";

/** The default offers of a link. */
export const OFFERS: readonly OfferEntry[] = [
  { key: "walmart", retailer: "bigbox_w", label: "Walmart", destination: WALMART },
  {
    key: "amazon",
    retailer: "marketplace",
    label: "Amazon",
    destination: `${AMAZON}?tag=brand-20`,
    scans: AMAZON,
  },
  { key: "kroger", retailer: "grocer_a", label: "Kroger", destination: KROGER },
];

/** A time this long ago, in the format of a look-up. */
export const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

/** The offers with changes by key. */
export const offersWith = (changes: Record<string, Partial<OfferEntry>>): OfferEntry[] =>
  OFFERS.map((offer) => ({ ...offer, ...changes[offer.key] }));

/** The cookie that remembers a retailer for links of acme. */
export const remembering = (retailer: string, organizationId = "acme"): string =>
  shopCookie(new Request("http://localhost/"), organizationId, retailer).split(";")[0] ?? "";

let links = 0;

interface Changes {
  offers?: readonly OfferEntry[];
  page?: Partial<ChoiceEntry["page"]>;
  removed?: string[];
  link?: Partial<RedirectEntry>;
}

/** Publishes a choice link and returns its short id. */
export async function publishChoice(
  service: RunningService,
  { offers = OFFERS, page, removed, link }: Changes = {},
): Promise<string> {
  const shortId = `ch${String(++links).padStart(6, "0")}`;
  const entry: RedirectEntry = {
    linkId: `lnk_${shortId}`,
    status: "active",
    destination: offers[0]?.destination ?? WALMART,
    version: 1,
    publicName: "Corn tortillas",
    project: { organizationId: "acme", projectId: "main" },
    choice: {
      offers: [...offers],
      page: { soldOut: "hide", skipSingle: true, ...page },
      ...(removed && { removed }),
    },
    ...link,
  };
  await service.env.LINKS.put(redirectKey(shortId), JSON.stringify(entry));
  return shortId;
}

/** Visits like a person with a browser, without a country. */
export const visit = (
  service: RunningService,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<Answer> =>
  send(service, method, path, undefined, {
    headers: { "User-Agent": CHROME, Accept: "text/html,*/*;q=0.8", ...headers },
  });

/** The rows of a page: URL and text. */
export const rowsOf = ({ text }: Answer): string[] =>
  Array.from(
    text.matchAll(/<li><a href="([^"]+)">/g),
    ([, href = ""]) => new URL(href, "https://sho.example").pathname.split("/")[2] ?? "",
  );
