import { bareHost } from "../../ground/core/domain-host.ts";
import { isAssociatesTag, USUAL_COUNTRY } from "../../ground/core/marketplaces.ts";
import { locationOf } from "../../ground/core/plain-url.ts";
import { routeTakes } from "../../ground/core/route-patterns.ts";
import type { VariableReader } from "../../ground/platform/variable-reader.ts";
import type { VariableName } from "../../ground/platform/variables.ts";
import type { Affiliate } from "./earners.ts";
import { type NetworkRetailer, networkUrlProblem } from "./network-url.ts";

/** The deployment's settings in its variables. */
export function affiliateIn({ text, isOn, complain }: VariableReader): Affiliate {
  const tag = text("AMAZON_ASSOCIATES_TAG");
  const usable = tag !== undefined && isAssociatesTag(tag);
  if (tag !== undefined && !usable) complain("AMAZON_ASSOCIATES_TAG", "is not an Associates tag");
  const origins = [text("SHORT_LINK_ORIGIN"), text("API_ORIGIN")].flatMap(
    (origin) => URL.parse(origin ?? "") ?? [],
  );
  const routes = text("DOMAIN_ROUTES")?.split(",") ?? [];
  const isOwn = (url: URL): boolean =>
    origins.some(({ hostname }) => bareHost(hostname) === bareHost(url.hostname)) ||
    routes.some((pattern) => routeTakes(pattern, url));
  const network = (name: VariableName, retailer: NetworkRetailer): string | undefined => {
    const url = text(name);
    if (url === undefined) return undefined;
    const problem = networkUrlProblem(url, retailer, isOwn);
    return problem === undefined ? locationOf(url) : (complain(name, problem) ?? undefined);
  };
  const walmart = network("WALMART_AFFILIATE_URL", "bigbox_w");
  const target = network("TARGET_AFFILIATE_URL", "bigbox_t");
  const tagOnScans = isOn("AMAZON_TAG_ON_SCANS", false);
  return {
    ...(usable && { marketplace: { tags: { [USUAL_COUNTRY]: tag }, tagOnScans } }),
    ...(walmart !== undefined && { bigbox_w: { url: walmart } }),
    ...(target !== undefined && { bigbox_t: { url: target } }),
  };
}
