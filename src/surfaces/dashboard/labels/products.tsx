import type { KnownDetails, ProductRef } from "../../../features/availability/product-details.ts";
import type { Retailer } from "../../../ground/core/vocabulary.ts";

/** What has products, or offers with products: a link, an offer, a definition. */
export interface WithProducts {
  retailer: Retailer;
  products?:
    | readonly { retailerProductId: string; backupProductIds?: readonly string[] | undefined }[]
    | undefined;
  offers?: readonly WithProducts[] | undefined;
}

/** The products of a link and of its offers, without backups. */
export const productsOf = ({ retailer, products = [], offers = [] }: WithProducts): ProductRef[] => [
  ...products.map(({ retailerProductId: id }) => ({ retailer, id })),
  ...offers.flatMap(productsOf),
];

export const backupsOf = ({ retailer, products = [] }: WithProducts): ProductRef[] =>
  products.flatMap(({ backupProductIds = [] }) => backupProductIds.map((id) => ({ retailer, id })));

/** The name and picture of a product, beside its id; nothing if the retailer's catalog did not tell them. */
export const ProductName = ({
  base,
  product: { retailer, id },
  details,
}: {
  base: string;
  product: ProductRef;
  details: KnownDetails;
}) => {
  const found = details(retailer, id);
  if (!found) return null;
  return (
    <span class="product">
      {found.pictureUrl !== undefined && (
        <img
          src={`${base}/product-pictures/${retailer}/${encodeURIComponent(id)}`}
          alt=""
          width="32"
          height="32"
          loading="lazy"
        />
      )}
      <bdi>{found.name}</bdi>
    </span>
  );
};

/** The name of the first product, and how many there are besides; null if it is unknown. */
export function firstName(products: readonly ProductRef[], details: KnownDetails): string | null {
  const [first, ...others] = products;
  const name = first && details(first.retailer, first.id)?.name;
  if (name === undefined) return null;
  return others.length > 0 ? `${name} +${others.length}` : name;
}
