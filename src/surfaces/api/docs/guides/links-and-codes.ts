import { WARNING_CODES, WARNINGS } from "../../../../features/links/warnings.ts";
import { IMAGE_FORMATS, QUIET_ZONE } from "../../../../features/qr-codes/image-formats.ts";
import { VARIANTS, type VariantKey, variantKey } from "../../../../features/retailers/variants.ts";
import { creationBody } from "../../examples/link-examples.ts";
import { type Guide, requestBlock } from "./guide-context.ts";

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

export const variants: Guide = (origins) => ({
  id: "variants",
  title: "Choose a variant",
  summary: "The supported pairs of retailer and intent, and their fields.",
  blocks: [
    "The `retailer` and `intent` of a link decide its destination and its other fields. Other pairs than these return 422 `unsupported_retailer_intent`. To write links for a retailer, a key needs the scope `retailers:<retailer>`; for a `choice`, it needs the scope of each offer's retailer.",
    {
      kind: "table",
      head: ["Retailer", "Intent", "Products", "Destination"],
      rows: VARIANTS.map((variant) => [
        `\`${variant.retailer}\``,
        `\`${variant.intent}\``,
        variant.products === "0-100" ? "up to 100, or none" : variant.products,
        DESTINATIONS[variantKey(variant)],
      ]),
    },
    {
      kind: "list",
      items: [
        "`fallbackUrl` replaces what is known to be bad: a cart or page that can't be created, an id that can't be a product id, and products that are all sold out, until one is available again. Without it, the link opens a search, or for sold-out products the products.",
        "The marketplace fills a cart only with a registered Associates tag, and a printed code must not carry one. So scans usually open the product's page, `fallbackUrl`, or a page that lists the products: `scan` in a preview. The warning is `cart_needs_tag`.",
        "Options of other retailers are ignored, with a [warning](#warnings).",
        "[Search](#findRetailers) the stores of the delivery app: lists and recipes select a store by `retailerId`, products by its slug.",
        "[The destination](#getLinkDestination) of a link includes the rule that chose it. [A preview](#previewLink) returns both before you create the link.",
      ],
    },
    requestBlock("previewLink", "Preview a recipe", origins, {
      body: creationBody("delivery_app recipe"),
    }),
  ],
});

export const warnings: Guide = (origins) => ({
  id: "warnings",
  title: "Warnings",
  summary: "Possible mistakes of a link that is valid.",
  blocks: [
    "A link can be valid and still not do what you mean. [A preview](#previewLink), a dry run of many links and [the destination](#getLinkDestination) of a link return `warnings`; creates and changes return them with `include=warnings`. Each has a `code`, a `message` for people and, unless it is about the whole link, the `field`. At most five warnings about a link or an offer have the same code. Handle unknown codes.",
    {
      kind: "table",
      head: ["Code", "Meaning"],
      rows: WARNING_CODES.map((code) => [`\`${code}\``, WARNINGS[code]]),
    },
    requestBlock("createLink", "Create a link and learn of its problems", origins, {
      query: { include: "warnings" },
    }),
  ],
});

export const printing: Guide = (origins) => ({
  id: "printing",
  title: "Print QR codes",
  summary: "A code for each place, in the size and format that a printer requires.",
  blocks: [
    "Every link has a default code. Create a separate code for each place where you print the link, and [visits](#visits) are counted per code. All codes of a link redirect to the same destination.",
    requestBlock("createQrCode", "A code for a bus stop", origins, {
      body: { identifier: "bus-stop", name: "Bus stop" },
    }),
    "`imageUrl` is the code as SVG. Change the file extension and add parameters for other formats and sizes. No API key is needed.",
    {
      kind: "code",
      title: "80 mm wide as PDF, with the highest error correction",
      language: "sh",
      text: `curl -o code.pdf "${origins.shortLink}/qr/qr_\${LINK_ID}_default.pdf?size=80&level=H"`,
    },
    {
      kind: "list",
      items: [
        `SVG and PNG images are ${IMAGE_FORMATS.png.least} to ${IMAGE_FORMATS.png.most} pixels wide, PDF and EPS ${IMAGE_FORMATS.pdf.least} to ${IMAGE_FORMATS.pdf.most} millimeters, including the quiet zone.`,
        "Print codes at least 2 cm wide, and at least a tenth of the scanning distance.",
        `Keep the quiet zone: the standard requires ${QUIET_ZONE.default} light modules on each side.`,
        "Print dark on light: a `color` and `background` with too little contrast for cameras are rejected.",
        "Give colors as inks if a printer asks for them: PDF and EPS print `cmyk(100,60,0,30)` as it is. `background=none` is transparent.",
        "**Scan a proof before you print.** A printed code can't be recalled, but you can change its destination with [PATCH](#changeLink), within 40 seconds.",
        "Images never change. Cache them forever.",
      ],
    },
  ],
});

export const visits: Guide = (origins) => ({
  id: "visits",
  title: "Count visits",
  summary: "Scans and clicks by people, counted separately from robots and previews.",
  blocks: [
    {
      kind: "list",
      items: [
        "`scans` are visits of people who scanned a QR code, `clicks` those of all other people: **visits are scans and clicks**.",
        "`robots` are programs and HEAD requests, `previews` are link previews, prefetches and requests by Office. Neither counts as a visit.",
        "Visits appear within a minute. `updatedAt` is the time of the newest counted visits.",
        "A series has a bucket for every `interval`, including zeros. With `by`, up to 100 rows list the values with the most people; `rest` has all others.",
        "Hourly counts are stored for 90 days, daily counts without limit. No IP address, cookie or user agent is stored.",
        "`Accept: text/csv` returns the same numbers as CSV.",
      ],
    },
    requestBlock("getLinkVisits", "The visits of a link by QR code", origins, { query: { by: "qrCode" } }),
  ],
});
