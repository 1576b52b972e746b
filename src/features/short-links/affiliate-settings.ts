import { USUAL_COUNTRY } from "../../ground/core/marketplaces.ts";
import type { VariableReader } from "../../ground/platform/variable-reader.ts";
import { type Affiliate, isAssociatesTag } from "./commission.ts";

/** The deployment's settings in its variables. */
export function affiliateIn({ text, webUrl, isOn, complain }: VariableReader): Affiliate {
  const tag = text("AMAZON_ASSOCIATES_TAG");
  const usable = tag !== undefined && isAssociatesTag(tag);
  if (tag !== undefined && !usable) complain("AMAZON_ASSOCIATES_TAG", "is not an Associates tag");
  const [walmart, target] = [webUrl("WALMART_AFFILIATE_URL"), webUrl("TARGET_AFFILIATE_URL")];
  const tagOnScans = isOn("AMAZON_TAG_ON_SCANS", false);
  return {
    ...(usable && { marketplace: { tags: { [USUAL_COUNTRY]: tag }, tagOnScans } }),
    ...(walmart !== undefined && { bigbox_w: { url: walmart } }),
    ...(target !== undefined && { bigbox_t: { url: target } }),
  };
}
