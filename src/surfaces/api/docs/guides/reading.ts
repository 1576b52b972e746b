import { INCLUDABLE } from "../../include.ts";
import { type Guide, requestBlock } from "./guide-context.ts";

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

export const include: Guide = (origins) => ({
  id: "include",
  title: "Request more with include",
  summary: "Responses contain a fixed base contract; `include` adds properties.",
  blocks: [
    "Every operation that returns links or QR codes returns the same properties and no others, so strict clients keep working. The query parameter `include` adds more: a comma-separated list in any order, or `all`. Other values return 400.",
    { kind: "table", head: ["Value", "Adds"], rows: INCLUDABLE.map((word) => [`\`${word}\``, ADDS[word]]) },
    requestBlock("getLink", "A link with its addresses and its state", origins, {
      query: { include: "addresses,state" },
    }),
    "`include` does not affect idempotency: a retry with the same `Idempotency-Key` and body returns the stored link with the properties that the retry requests.",
  ],
});
