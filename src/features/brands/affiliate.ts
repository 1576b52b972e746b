import * as z from "zod";
import { associatesTag } from "../../ground/core/associates-tag.ts";
import { MARKETPLACE_COUNTRIES, MARKETPLACES } from "../../ground/core/marketplaces.ts";
import { locationOf } from "../../ground/core/plain-url.ts";
import { httpUrl, urlProblem } from "../../ground/core/text.ts";
import { type Affiliate, SUB_IDS } from "../short-links/earners.ts";
import { type NetworkRetailer, networkUrlProblem, OWN_HOST } from "../short-links/network-url.ts";

/** Maximum length of the URL of an affiliate network. */
const MAX_NETWORK_URL = 2_000;

const networkUrl = (retailer: NetworkRetailer) =>
  httpUrl()
    .superRefine((url, context) => {
      // The problem of any URL is told already.
      const message = urlProblem(url) === undefined ? networkUrlProblem(url, retailer) : undefined;
      if (message !== undefined) context.addIssue({ code: "custom", message });
    })
    .transform(locationOf)
    .refine((url) => url.length <= MAX_NETWORK_URL, `must be at most ${MAX_NETWORK_URL} characters`)
    .meta({ maxLength: MAX_NETWORK_URL });

/** The schema of settings with these schemas of their texts. `part` is applied to every member. */
export function affiliateSchema(
  id: string,
  { tag, url }: { tag(): z.ZodType; url(retailer: NetworkRetailer): z.ZodType },
  part = (schema: z.ZodType): z.ZodType => schema,
) {
  const network = (retailer: NetworkRetailer) =>
    part(
      z.strictObject({
        url: part(
          url(retailer).describe(
            "Your link of an affiliate network. The URL at the retailer is put where the network reads it, in place of an empty " +
              "parameter, of a page of the retailer, or of `{url}`, which any other network needs.",
          ),
        ).optional(),
      }),
    )
      .optional()
      .describe(`Commission of ${retailer} links; without \`url\`, none. Absent: the service's setting.`);
  const tags = MARKETPLACE_COUNTRIES.map((country) => [
    country,
    part(tag()).optional().describe(`Associates tag for ${MARKETPLACES[country]}.`),
  ]);
  return z
    .strictObject({
      marketplace: part(
        z.strictObject({
          tags: part(z.strictObject(Object.fromEntries(tags)))
            .optional()
            .describe("Associates tags by country of the marketplace. Links of other countries have no tag."),
          tagOnScans: part(z.boolean())
            .optional()
            .describe(
              "Whether scans of QR codes keep the tag. The Associates program does not allow tags in print. Default: false.",
            ),
        }),
      )
        .optional()
        .describe("Commission of marketplace links; without `tags`, none. Absent: the service's setting."),
      bigbox_w: network("bigbox_w"),
      bigbox_t: network("bigbox_t"),
      subIds: part(z.enum(SUB_IDS))
        .optional()
        .describe(
          "What networks report beside an order, so that a sales report names the link: its short id (`link`, the default), also the " +
            "scanned code or the source (`code`), or nothing (`off`). Impact, CJ, Rakuten, Awin and ShareASale read it; another " +
            "network where its URL has `{subid}`. Nothing of the visitor is in it.",
        ),
    })
    .describe("Who gets the commission of the project's links. Links follow a change within minutes.")
    .meta({ id });
}

/** The settings of a project that callers set. A retailer that they do not name has the deployment's. */
export const affiliateFields = affiliateSchema("AffiliateFields", { tag: associatesTag, url: networkUrl });

/** A JSON merge patch of them. */
export const affiliatePatch = affiliateSchema(
  "AffiliatePatch",
  { tag: associatesTag, url: networkUrl },
  (schema) => schema.nullable(),
);

/** The fields of networks' URLs that are on this service and that the settings did not have before, with their problem. */
export const ownNetworkUrls = (
  settings: Affiliate,
  before: Affiliate | undefined,
  isOwn: (url: URL) => boolean,
): { field: string; message: string }[] =>
  (["bigbox_w", "bigbox_t"] as const).flatMap((retailer) => {
    const url = settings[retailer]?.url;
    const isNew = url !== undefined && url !== before?.[retailer]?.url;
    return isNew && isOwn(new URL(url)) ? [{ field: `affiliate.${retailer}.url`, message: OWN_HOST }] : [];
  });
