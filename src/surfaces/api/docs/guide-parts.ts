import { EVENTS } from "../../../extras/events/catalog.ts";
import { MAX_WEBHOOKS } from "../../../extras/webhooks/webhook.ts";
import { MAX_LOGO_BYTES } from "../../../features/brands/logo-store.ts";
import { MAX_ROWS } from "../../../features/links/prepare-rows.ts";
import { WARNING_CODES, WARNINGS } from "../../../features/links/warning-codes.ts";
import { IMAGE_FORMATS, QUIET_ZONE } from "../../../features/qr-codes/image-formats.ts";
import { MAX_OFFERS } from "../../../features/retailers/choice-offer.ts";
import { MAX_DEFINITION_BYTES } from "../../../features/retailers/definition.ts";
import { VARIANTS, type VariantKey, variantKey } from "../../../features/retailers/variants.ts";
import { DEFAULT_QUOTAS, QUOTA_LABELS, QUOTAS } from "../../../features/writes/quota-check.ts";
import { MAX_METADATA_BYTES } from "../../../ground/core/metadata.ts";
import type { Origins } from "../../../ground/core/origins.ts";
import { MAX_SLUGS } from "../../../ground/core/slug.ts";
import { MAX_URL_LENGTH } from "../../../ground/core/urls.ts";
import { VERSION } from "../../../ground/core/version.ts";
import { RETAILER_NAMES, type Retailer } from "../../../ground/core/vocabulary.ts";
import { API_LIMIT, API_PERIOD } from "../../../ground/platform/rate-limit.ts";
import { API_ERROR_CODES } from "../error-messages.ts";
import { CREATIONS, creationBody } from "../examples/link-examples.ts";
import { INCLUDABLE } from "../include.ts";
import { MAX_BODY_BYTES } from "../json-body.ts";
import { TOOLS } from "../mcp/tools.ts";
import type { OperationExample } from "../operation-description.ts";
import { OPERATIONS } from "../operations.ts";
import type { Block, Section } from "./blocks.ts";
import { errorTable, sampleBlock } from "./operation-sections.ts";
import { readGuide } from "./read-guide.ts";

/** What each rate limiter in wrangler.toml counts, and how many it allows per period in seconds. */
export const RATE_LIMITS = {
  API_RATE_LIMIT: {
    counts: "Requests per API key, or per person in the dashboard",
    limit: API_LIMIT,
    period: API_PERIOD,
  },
  AUTHENTICATION_RATE_LIMIT: {
    counts: "Different invalid keys per client IP; repeats of each have the same limit",
    limit: 600,
    period: 60,
  },
  UNKNOWN_LINK_RATE_LIMIT: {
    counts: "Requests for unknown short links, lists and images, per client IP",
    limit: 600,
    period: 60,
  },
  IMAGE_RATE_LIMIT: { counts: "Rendered QR code images, per client IP", limit: 300, period: 60 },
  SHARED_REPORT_RATE_LIMIT: {
    counts: "Views per shared report; each reader can use a fifth",
    limit: 300,
    period: 60,
  },
} as const;

const DESTINATIONS: Readonly<Record<VariantKey, string>> = {
  "bigbox_w add_to_cart": "the filled cart",
  "bigbox_t product_detail": "the first product's page",
  "delivery_app product_detail": "the product page, in a specific store if named",
  "delivery_app shopping_list": "a list, from `options.delivery_app.shoppingList`",
  "delivery_app recipe": "a recipe, from `options.delivery_app.recipe`",
  "bigbox_w product_detail": "the product's page",
  "bigbox_t add_to_cart":
    "one product's page, as the retailer has no cart links; of several, `fallbackUrl`, else the first",
  "marketplace product_detail": "the product's page",
  "marketplace add_to_cart":
    "with an Associates tag, the filled cart; without, one product's page; of several, `fallbackUrl`, else a page that lists them",
  "grocer_a product_detail": "the product's page",
  "custom custom_url": "`customUrl`",
  "choice choose_retailer": "a page where shoppers choose one of its `offers`",
};

/** Retailers that are no shop of their own. */
const SHOPS: Partial<Record<Retailer, string>> = { custom: "any URL", choice: "several" };

/** Where the availability of a retailer's products is known. */
const AVAILABILITY: Readonly<Partial<Record<Retailer, string>>> = {
  bigbox_w: "in the USA; at the ZIP code of `location`, if the link has one",
  grocer_a: "in the shop or at the ZIP code of `location`; without a location, products are not looked up",
  marketplace: "on amazon.com, if the operator has an Associates tag",
};

/** What each value of `include` adds. */
const ADDS: Readonly<Record<(typeof INCLUDABLE)[number], string>> = {
  addresses: "every short URL of a link: the current one, former slugs, kept addresses and the short id",
  domain: "the host of the short link",
  gtin: "the GTIN in 14 digits, if set",
  offers: "the shops to choose from, for choice links",
  schedule: "when the link starts and stops redirecting, if it has a schedule",
  slug: "the word that replaces the short id, if set",
  state: "the current state of the link: `scheduled`, `running`, `ended` or `off`",
  warnings: "[possible problems](#warnings) of the link, in responses to creates and changes",
  style: "the QR code's own style, if set; also for the code inside a link",
};

/** The requests of the guides: an operation's first example with changes. */
const REQUESTS: Readonly<Record<string, [operationId: string, changes: Partial<OperationExample>]>> = {
  create: ["createLink", CREATIONS[0]],
  preview: ["previewLink", { body: CREATIONS[0].body ?? {} }],
  "preview-recipe": ["previewLink", { body: creationBody("delivery_app recipe") }],
  "create-with-warnings": ["createLink", { query: { include: "warnings" } }],
  "read-more": ["getLink", { query: { include: "addresses,state" } }],
  code: ["createQrCode", { body: { identifier: "bus-stop", name: "Bus stop" } }],
  "visits-by-code": ["getLinkVisits", { query: { by: "qrCode" } }],
  events: ["listEvents", {}],
  webhook: ["createWebhook", {}],
  "test-event": ["deliverEvent", { body: {} }],
};

const figure = (value: number): string => value.toLocaleString("en-US");
const code = (word: string): string => `\`${word}\``;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): Block => ({
  kind: "table",
  head,
  rows,
});

const TABLES: Readonly<Record<string, Block>> = {
  variants: table(
    ["Retailer", "Shop", "Intent", "Products", "Destination"],
    VARIANTS.map((variant) => [
      code(variant.retailer),
      SHOPS[variant.retailer] ?? RETAILER_NAMES[variant.retailer],
      code(variant.intent),
      variant.products === "0-100" ? "up to 100, or none" : variant.products,
      DESTINATIONS[variantKey(variant)],
    ]),
  ),
  availability: table(
    ["Retailer", "Shop", "Looked up"],
    Object.entries(AVAILABILITY).map(([retailer, where]) => [
      code(retailer),
      RETAILER_NAMES[retailer as Retailer],
      where,
    ]),
  ),
  warnings: table(
    ["Code", "Meaning"],
    WARNING_CODES.map((each) => [code(each), WARNINGS[each]]),
  ),
  include: table(
    ["Value", "Adds"],
    INCLUDABLE.map((word) => [code(word), ADDS[word]]),
  ),
  events: table(
    ["Event", "When"],
    EVENTS.map(({ type, sentence }) => [code(type), sentence]),
  ),
  errors: errorTable(API_ERROR_CODES),
  rates: table(
    ["Counts", "Limit"],
    Object.values(RATE_LIMITS).map(({ counts, limit, period }) => [
      counts,
      `${figure(limit)} per ${period} seconds`,
    ]),
  ),
  quotas: table(
    ["Quota", "What it counts", "Default"],
    QUOTAS.map((quota) => [code(quota), QUOTA_LABELS[quota], figure(DEFAULT_QUOTAS[quota])]),
  ),
  tools: table(
    ["Tool", "Purpose", "Required scope"],
    TOOLS.map(({ name, title, scope }) => [code(name), title, scope === null ? "any" : code(scope)]),
  ),
};

const range = ({ least, most }: { least: number; most: number }): string => `${least} to ${most}`;

/** What the guides name. */
const NUMBERS = {
  version: VERSION,
  webhooks: MAX_WEBHOOKS,
  offers: MAX_OFFERS,
  quietZone: QUIET_ZONE.default,
  pixels: range(IMAGE_FORMATS.png),
  millimeters: range(IMAGE_FORMATS.pdf),
  rows: figure(MAX_ROWS),
  slugs: figure(MAX_SLUGS),
  urlCharacters: figure(MAX_URL_LENGTH),
  definitionBytes: figure(MAX_DEFINITION_BYTES),
  bodyMebibytes: MAX_BODY_BYTES / 1024 ** 2,
  metadataKibibytes: MAX_METADATA_BYTES / 1024,
  logoKibibytes: figure(MAX_LOGO_BYTES / 1024),
};

/**
 * Guides as sections, for a service with these origins, by their ids. `contact` is where callers get help, if the operator says
 * it. Throws TypeError if a guide names something that does not exist.
 */
export function readGuides(
  guides: Readonly<Record<string, string>>,
  origins: Origins,
  contact?: string,
): Section[] {
  const { api, shortLink } = origins;
  const values = { ...NUMBERS, api, shortLink, contact: contact ?? new URL(api).host };
  const request = (name: string, title: string): Block => {
    const [operationId, changes] = REQUESTS[name] ?? [];
    const operation = OPERATIONS.find(({ id }) => id === operationId);
    if (!operation) throw new TypeError(`A guide names the unknown request ${name}.`);
    const { kind, samples } = sampleBlock(operation, { ...operation.examples[0], ...changes }, origins);
    return { kind, title, samples };
  };
  const parts = { values, tables: TABLES, request };
  return Object.entries(guides).map(([id, markdown]) => readGuide(id, markdown, parts));
}
