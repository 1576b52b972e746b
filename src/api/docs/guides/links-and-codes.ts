import { IMAGE_FORMATS, QUIET_ZONE } from "../../../qr-codes/image-formats.ts";
import { VARIANTS, type VariantKey, variantKey } from "../../../retailers/variants.ts";
import { creationBody } from "../../examples/link-examples.ts";
import { type Guide, requestBlock } from "./guide-context.ts";

/** What each variant leads to, in a few words. */
const LEADS_TO: Readonly<Record<VariantKey, string>> = {
  "bigbox_w add_to_cart": "the filled cart",
  "bigbox_t product_detail": "the first product's page",
  "delivery_app product_detail": "the product's page, in a store if one is named",
  "delivery_app shopping_list": "a list, from `options.delivery_app.shoppingList`",
  "delivery_app recipe": "a recipe, from `options.delivery_app.recipe`",
  "bigbox_w product_detail": "the product's page",
  "bigbox_t add_to_cart": "the first product's page: the retailer has no cart links",
  "marketplace product_detail": "the product's page",
  "marketplace add_to_cart": "the filled cart",
  "grocer_a product_detail": "the product's page",
  "custom custom_url": "`customUrl`",
  "choice choose_retailer": "a page where shoppers choose one of its `offers`",
};

/** The table of variants. */
export const variants: Guide = (origins) => ({
  id: "variants",
  title: "Choose a variant",
  summary: "Which pairs of retailer and intent there are, and what each takes.",
  blocks: [
    {
      kind: "text",
      text: "A link is for a `retailer` and an `intent`: the two words decide where it leads and which other fields it takes. Every pair that is not in the table is refused with 422 `unsupported_retailer_intent`. A key needs the scope `retailers:<retailer>` for each retailer that it writes links for; for a `choice`, for the retailer of each offer.",
    },
    {
      kind: "table",
      head: ["Retailer", "Intent", "Products", "Leads to"],
      rows: VARIANTS.map((variant) => [
        `\`${variant.retailer}\``,
        `\`${variant.intent}\``,
        variant.products === "0-100" ? "up to 100, or none" : variant.products,
        LEADS_TO[variantKey(variant)],
      ]),
    },
    {
      kind: "list",
      items: [
        "`fallbackUrl` takes the place of a cart or page that can't be made. Without it, the link leads to a search.",
        "`options` are told apart by the retailer's word: those of other retailers change nothing.",
        "Stores of the delivery app are found by [a search](#findRetailers): lists and recipes name one by `retailerId`, products by its slug.",
        "[The destination](#getLinkDestination) of a link names the rule that decided it. [A preview](#previewLink) does so before there is a link.",
      ],
    },
    requestBlock("previewLink", "A recipe, before it is created", origins, {
      body: creationBody("delivery_app recipe"),
    }),
  ],
});

/** Codes for printers. */
export const printing: Guide = (origins) => ({
  id: "printing",
  title: "Print QR codes",
  summary: "A code for each place, in the size and format that a printer asks for.",
  blocks: [
    {
      kind: "text",
      text: "Every link has a default code. Give each place where the link is printed a code of its own, and [visits](#visits) tell the posters apart. All codes of a link lead to the same destination.",
    },
    requestBlock("createQrCode", "A code for a poster", origins),
    {
      kind: "text",
      text: "`imageUrl` is the code as SVG. The same address with another ending, and with parameters, gives what a printer asks for; no key is needed.",
    },
    {
      kind: "code",
      title: "80 mm wide as PDF, with the highest error correction",
      language: "sh",
      text: `curl -o code.pdf "${origins.shortLink}/qr/qr_\${LINK_ID}_default.pdf?size=80&level=H"`,
    },
    {
      kind: "list",
      items: [
        `Sizes of SVG and PNG are ${IMAGE_FORMATS.png.least} to ${IMAGE_FORMATS.png.most} pixels, of PDF and EPS ${IMAGE_FORMATS.pdf.least} to ${IMAGE_FORMATS.pdf.most} millimetres, quiet zone included.`,
        "Print a code at least 2 cm wide, and a tenth as wide as the distance from which it is read.",
        `Leave the quiet zone: ${QUIET_ZONE.default} light modules on each side are the standard.`,
        "Colors have to be dark on light: `color` and `background` that a camera may not tell apart are refused.",
        "**Scan a proof before you print.** A printed code can't be recalled; where it leads can be changed with [PATCH](#changeLink), and shows within 70 seconds.",
        "An image depends on its address alone. It may be kept for ever, and never changes.",
      ],
    },
  ],
});

/** What the numbers mean. */
export const visits: Guide = (origins) => ({
  id: "visits",
  title: "Count visits",
  summary: "People by scans and clicks, apart from robots and previews.",
  blocks: [
    {
      kind: "list",
      items: [
        "`scans` are people who came by a QR code of the link, `clicks` all other people: **visits are scans and clicks**.",
        "`robots` are programs and HEAD requests, `previews` are link previews and prefetches. Neither is a person.",
        "A visit is shown within a minute. `updatedAt` says when the newest visits came that are counted.",
        "A series has a bucket for every `interval`, zeros included. With `by`, up to 100 rows have the values with most people, and `rest` has all others.",
        "Hours are kept for 90 days, days without limit. No address, cookie or user agent is kept.",
        "`Accept: text/csv` gives the same numbers as a table.",
      ],
    },
    requestBlock("getLinkVisits", "The visits of a link by QR code", origins, { query: { by: "qrCode" } }),
  ],
});
