/** The project of examples; its id gets a suffix if it is taken. */
export const EXAMPLE_PROJECT = { name: "Examples", id: "examples" };

const tracking = { tags: ["example"] };

/**
 * The example links, one of each kind that people begin with: bodies of a create without the project. None of them
 * calls a retailer's API.
 */
export const EXAMPLE_LINKS: readonly Readonly<Record<string, unknown>>[] = [
  {
    name: "Example: a cart on a cereal box",
    publicName: "Breakfast for four",
    retailer: "bigbox_w",
    intent: "add_to_cart",
    products: [{ retailerProductId: "10450114", quantity: 2 }, { retailerProductId: "44391605" }],
    tracking,
  },
  {
    name: "Example: a product on a shelf talker",
    publicName: "Rolled oats",
    retailer: "bigbox_t",
    intent: "product_detail",
    products: [{ retailerProductId: "13474244" }],
    tracking,
  },
  {
    name: "Example: a choice of shops on a bottle",
    publicName: "Maple syrup",
    retailer: "choice",
    intent: "choose_retailer",
    offers: [
      { retailer: "bigbox_w", intent: "product_detail", products: [{ retailerProductId: "10450114" }] },
      { retailer: "bigbox_t", intent: "product_detail", products: [{ retailerProductId: "13474244" }] },
      {
        retailer: "custom",
        intent: "custom_url",
        customUrl: "https://example.com/shop",
        label: "Our own shop",
      },
    ],
    tracking,
  },
];
