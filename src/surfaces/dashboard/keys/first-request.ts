import type { IssuedKey } from "../../../features/access/api-key.ts";
import type { Project } from "../../../features/access/project.ts";
import { OFFER_RETAILERS, type OfferRetailer, retailerScope } from "../../../ground/core/vocabulary.ts";

/** A minimal link for each retailer. The product ids are well-formed but need not exist. */
const EXAMPLES: Readonly<Record<OfferRetailer, object>> = {
  custom: { intent: "custom_url", customUrl: "https://example.com/welcome" },
  bigbox_w: { intent: "product_detail", products: [{ retailerProductId: "123456789" }] },
  bigbox_t: { intent: "product_detail", products: [{ retailerProductId: "12345678" }] },
  marketplace: { intent: "product_detail", products: [{ retailerProductId: "B000000001" }] },
  grocer_a: { intent: "product_detail", products: [{ retailerProductId: "0001111041700" }] },
  delivery_app: { intent: "product_detail", products: [{ retailerProductId: "123456789" }] },
};

/**
 * A curl command that works with the new key: it creates a link if the key can, else lists links; null if it can do neither. `projects` are the organization's projects that accept new links.
 */
export function firstRequest(
  { key, scopes, projects: reach }: IssuedKey,
  projects: readonly Project[],
  apiOrigin: string,
): string | null {
  const header = `-H "X-Service-API-Key: ${key}"`;
  const retailer = OFFER_RETAILERS.toReversed().find((each) => scopes.includes(retailerScope(each)));
  const project = projects.find(({ id }) => reach === "all" || reach.includes(id));
  if (scopes.includes("links:write") && retailer && project) {
    const body = JSON.stringify({
      projectId: project.id,
      name: "First link",
      retailer,
      ...EXAMPLES[retailer],
    }).replaceAll("'", "\\u0027");
    return `curl -i ${apiOrigin}/v1/links ${header} -H "Content-Type: application/json" -d '${body}'`;
  }
  return scopes.includes("links:read") ? `curl -i ${apiOrigin}/v1/links ${header}` : null;
}
