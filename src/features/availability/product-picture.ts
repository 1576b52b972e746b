import { PICTURE_TYPES, pictureFormat } from "../../ground/core/picture-format.ts";
import { exchange, readAtMost } from "../../ground/platform/fetch-json.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";
import { type DetailsDependencies, type ProductRef, readDetails } from "./product-details.ts";

const MAX_PICTURE_BYTES = 500_000;

/** The picture of a known product, as the retailer serves it now; null if there is none. */
export async function readProductPicture(
  ref: ProductRef,
  { db, now }: Pick<DetailsDependencies, "db" | "now">,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; mediaType: string } | null> {
  const [row] = await readDetails([ref], now(), { db });
  if (!row?.picture_url) return null;
  const { status, value } = await exchange(
    row.picture_url,
    {},
    SERVICE_DEADLINES.productPicture,
    (response) => readAtMost(response, MAX_PICTURE_BYTES),
  );
  const format = status === 200 && value ? pictureFormat(value) : null;
  return value && format ? { bytes: value, mediaType: PICTURE_TYPES[format] } : null;
}
