import { shareReport } from "../../src/features/visits/share-report.ts";
import { madeBy } from "../../src/features/writes/claim.ts";
import type { ExtendedLink } from "../../src/surfaces/api/extended-resources.ts";
import type { LinkResource } from "../../src/surfaces/api/resources.ts";
import { choiceBody, linkBody } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { expectExtendedLink, expectLink } from "../expectations.ts";
import { get, type Json, post, send } from "../requests.ts";
import type { SharedService } from "../use-service.ts";
import { MARK } from "./public-heads.ts";

/** Public objects of callers who put markup into every field. */

export const SHORT = "https://go.example";
export const API = "https://api.example";
const HOUR = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();
const OVER = { activeFrom: inHours(-2), activeUntil: inHours(-1) };
const TO_COME = { activeFrom: inHours(24) };
const ENDED = "https://brand.example/next-time?a=1";

/** A public link. */
export interface PublicLink {
  what: string;
  id: string;
  /** Its URLs, below the origin. */
  paths: string[];
  /** The keys of its offers, including removed offers. */
  offers: string[];
  /** Every possible Location of a visit. */
  leadsTo: string[];
}

const item = { name: `tortillas ${MARK}`, displayText: MARK };
const shoppingList = { title: MARK, instructions: MARK, lineItems: [item] };
const recipe = {
  title: MARK,
  author: MARK,
  instructions: [MARK],
  imageUrl: "https://img.example/a.png?a=%22&b=1",
  ingredients: [item],
};
const product = { retailerProductId: `1"><svg`, quantity: 2 };

const OFFERS: Json[] = [
  // A URL that looks like an affiliate network's, and ends in an invalid encoding.
  {
    key: "wrapped",
    retailer: "bigbox_t",
    intent: "product_detail",
    products: [product],
    fallbackUrl: "https://x.example/?u=https%3A%zz",
    options: { bigbox_t: { allowPdp: false } },
  },
  { key: "tagged", label: MARK, retailer: "marketplace", intent: "add_to_cart", products: [product] },
  {
    key: "web",
    label: `A ${MARK}`,
    retailer: "custom",
    intent: "custom_url",
    customUrl: "HTTPS://ÜBER.example/%zz",
  },
  {
    key: "list",
    retailer: "delivery_app",
    intent: "shopping_list",
    options: { delivery_app: { shoppingList } },
  },
  {
    key: "there",
    countries: ["JP"],
    retailer: "custom",
    intent: "custom_url",
    customUrl: "https://jp.example/",
  },
];

const listBody = (changes: object = {}) =>
  linkBody("delivery_app shopping_list", { options: { delivery_app: { shoppingList } }, ...changes });
const recipeBody = (changes: object = {}) =>
  linkBody("delivery_app recipe", { options: { delivery_app: { recipe } }, ...changes });
const custom = (changes: object = {}) => linkBody("custom custom_url", { publicName: MARK, ...changes });
const choice = (changes: object = {}) =>
  choiceBody({
    publicName: MARK,
    offers: OFFERS,
    page: { text: MARK, disclosure: MARK, imageUrl: "https://img.example/pack.png?a='&b=%22" },
    ...changes,
  });

const BODIES: Readonly<Record<string, object>> = {
  "a web page": custom({ slug: "spring-sale" }),
  "a product": linkBody("marketplace product_detail", { publicName: MARK, slug: "b2-x" }),
  "a cart": linkBody("marketplace add_to_cart", { products: [product] }),
  "a store": linkBody("bigbox_w add_to_cart", {
    products: [product],
    fallbackUrl: "https://x.example/a?u=1",
  }),
  "an inactive link": custom({ slug: "was-here" }),
  "a link that is over": custom({ schedule: OVER }),
  "a link that is over and redirects": custom({ schedule: { ...OVER, endedUrl: ENDED } }),
  "a future link": custom({ schedule: TO_COME, slug: "not-yet" }),
  "a future link that redirects": custom({ schedule: { ...TO_COME, endedUrl: ENDED } }),
  "a list": listBody({ publicName: MARK }),
  "a list that is over": listBody({ schedule: OVER }),
  "a list that is over and redirects": listBody({ schedule: { ...OVER, endedUrl: ENDED } }),
  "a recipe": recipeBody(),
  "a recipe elsewhere": recipeBody({ fallbackUrl: "https://x.example/soup" }),
  "a choice": choice({ slug: "cereal-box" }),
  "a choice of two": choice({
    offers: OFFERS.slice(1, 3),
    page: { soldOut: "last", skipSingle: false, language: "ja" },
  }),
  "a choice that is over": choice({ schedule: OVER }),
  "a choice that is one elsewhere": choice({ offers: OFFERS.slice(3), page: { skipSingle: true } }),
};

const withoutTag = (url: string): string =>
  url
    .replace(/\?tag=[^&]*/, "")
    .replace("/associates/addtocart?AssociateTag=brand-20&", "/gp/aws/cart/add.html?");

/** Creates links of every kind, a brand and a shared report. */
export async function publicThings(service: SharedService) {
  const { key } = await service.issueKey();
  const options = { key };
  const brand = {
    name: MARK,
    accent: "#0b6b3a",
    imprintUrl: "https://brand.example/i?a='",
    privacyUrl: "https://brand.example/p",
  };
  await send(service, "PATCH", "/v1/projects/main", { brand }, options);
  const links: PublicLink[] = [];
  const made: LinkResource[] = [];
  for (const [what, body] of Object.entries(BODIES)) {
    const link = expectExtendedLink(await post(service, "/v1/links?include=slug", body, options));
    made.push(link);
    links.push(await reached(link, what, JSON.stringify(body).includes(ENDED) ? [ENDED] : []));
  }
  const off = made[links.findIndex(({ what }) => what === "an inactive link")];
  await send(service, "PATCH", `/v1/links/${off?.id}`, { status: "inactive" }, options);
  links.push(await withFewerOffers());

  /** The possible requests of a link, as its owner sees it. */
  async function reached(link: ExtendedLink, what: string, ended: string[]): Promise<PublicLink> {
    const { data } = (await get(service, `/v1/links/${link.id}/destination`, options)).json;
    const paths = [link.shortId, ...(link.slug === undefined ? [] : [link.slug])].map((name) => `/${name}`);
    const offers: Json[] = data.offers ?? [];
    const ends = [data, ...offers].map(({ destination }): string => destination);
    const leadsTo = [...ends, ...ends.map(withoutTag), ...ended];
    return { what, id: link.id, paths, offers: offers.map(({ key: name }) => name), leadsTo };
  }

  /** A choice that had one more offer, whose URL is printed. */
  async function withFewerOffers(): Promise<PublicLink> {
    const link = expectLink(await post(service, "/v1/links", choice({ offers: OFFERS }), options));
    await send(service, "PATCH", `/v1/links/${link.id}`, { offers: OFFERS.slice(1) }, options);
    const found = await reached(link, "a choice that lost an offer", []);
    return { ...found, offers: [...found.offers, "wrapped"] };
  }

  // A link without visits, so that its report stays the same.
  const { id: link } = expectLink(await post(service, "/v1/links", custom(), options));
  const { organization: organizationId } = service;
  const owner = { type: "member", id: "mem_fuzz", organizationId, role: "owner", projects: "all" } as const;
  const report = madeBy(
    await shareReport(
      owner,
      {
        name: MARK,
        view: { filter: { link }, period: { days: 30 }, interval: "day" },
        note: "",
        expiresAt: null,
        idempotency: null,
      },
      dependenciesOf(service.env),
    ),
  );
  return { links, sharedPath: `/shared/${report.token}` };
}
