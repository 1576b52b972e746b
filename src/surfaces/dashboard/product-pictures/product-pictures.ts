import { readProductPicture } from "../../../features/availability/product-picture.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import { RETAILERS } from "../../../ground/core/vocabulary.ts";
import type { DashboardContext } from "../layout/context.ts";

/** The picture of a product from our host, as the dashboard's policy allows no other. Only known products have one. */
export async function productPicture(c: DashboardContext): Promise<Response> {
  const retailer = RETAILERS.find((each) => each === c.req.param("retailer"));
  const id = c.req.param("product") ?? "";
  const picture = retailer && (await readProductPicture({ retailer, id }, c.var.dependencies));
  if (!picture) throw new ServiceError("not_found", "There is no such picture.");
  return new Response(picture.bytes, {
    headers: {
      "Content-Type": picture.mediaType,
      "Cache-Control": "private, max-age=86400",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
