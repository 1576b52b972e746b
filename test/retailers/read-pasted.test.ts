import { expect, test } from "vitest";
import { MAX_OFFERS } from "../../src/features/retailers/choice-offer.ts";
import { readPasted, readProducts } from "../../src/features/retailers/read-pasted.ts";

const OFFER = "0123456789ABCDEF0123456789ABCDEF";

/** An address, and what is read in it: the variant, and products with their quantities. */
test.each([
  // Product pages as the retailers' sites have them.
  ["https://www.walmart.com/ip/10450114", "bigbox_w product_detail", "10450114"],
  [
    "https://www.walmart.com/ip/Great-Value-Milk-1-gal/10450114?athbdg=L1600&from=/search",
    "bigbox_w product_detail",
    "10450114",
  ],
  ["walmart.com/ip/10450114", "bigbox_w product_detail", "10450114"],
  ["https://www.target.com/p/-/A-13474244", "bigbox_t product_detail", "13474244"],
  [
    "https://www.target.com/p/good-gather-oats-42oz/-/A-13474244?preselect=1#lnk=sametab",
    "bigbox_t product_detail",
    "13474244",
  ],
  ["https://www.amazon.com/dp/B07XJ8C8F5", "marketplace product_detail", "B07XJ8C8F5"],
  [
    "https://www.amazon.com/Some-Thing/dp/B07XJ8C8F5/ref=sr_1_1?tag=me-20&th=1",
    "marketplace product_detail",
    "B07XJ8C8F5",
  ],
  ["https://www.amazon.com/gp/product/b07xj8c8f5/", "marketplace product_detail", "B07XJ8C8F5"],
  ["https://www.amazon.com/gp/aw/d/0306406152", "marketplace product_detail", "0306406152"],
  ["https://www.kroger.com/p/-/0001111041700", "grocer_a product_detail", "0001111041700"],
  [
    "https://www.kroger.com/p/kroger-2-reduced-fat-milk/0001111041700?fulfillment=PICKUP",
    "grocer_a product_detail",
    "0001111041700",
  ],
  [
    "https://www.instacart.com/products/16594382-corn-tortillas-10-oz",
    "delivery_app product_detail",
    "16594382",
  ],
  // Carts.
  [
    "https://www.walmart.com/sc/cart/addToCart?items=10450114_2,44391605",
    "bigbox_w add_to_cart",
    "10450114*2 44391605",
  ],
  ["http://affil.walmart.com/cart/addToCart?items=10450114|3", "bigbox_w add_to_cart", "10450114*3"],
  [`https://www.walmart.com/sc/cart/addToCart?offers=${OFFER}_1`, "bigbox_w add_to_cart", OFFER],
  [
    "https://www.amazon.com/gp/aws/cart/add.html?ASIN.1=B07XJ8C8F5&Quantity.1=2&ASIN.2=B000000001",
    "marketplace add_to_cart",
    "B07XJ8C8F5*2 B000000001",
  ],
  [
    "https://www.amazon.com/associates/addtocart?AssociateTag=me-20&ASIN.1=B07XJ8C8F5&Quantity.1=1",
    "marketplace add_to_cart",
    "B07XJ8C8F5",
  ],
  // The address within that of an affiliate programme.
  [
    "https://goto.walmart.com/m/1/2/3?veh=aff&u=https%3A%2F%2Fwww.walmart.com%2Fip%2F10450114",
    "bigbox_w product_detail",
    "10450114",
  ],
  [
    "https://goto.target.com/c/1/2/3?u=https%3A%2F%2Fwww.target.com%2Fp%2F-%2FA-13474244",
    "bigbox_t product_detail",
    "13474244",
  ],
  // Several products of one shop are a cart, where it has carts.
  [
    "https://www.walmart.com/ip/10450114\nhttps://www.walmart.com/ip/44391605",
    "bigbox_w add_to_cart",
    "10450114 44391605",
  ],
  ["target.com/p/-/A-13474244 target.com/p/-/A-13474245", "bigbox_t product_detail", "13474244 13474245"],
  ["kroger.com/p/-/1 kroger.com/p/-/2", "grocer_a product_detail", "1 2"],
  // What is no quantity is one.
  [
    "https://www.walmart.com/sc/cart/addToCart?items=1_0,2_999,3_1000,4_1.5,5_x,,6_2",
    "bigbox_w add_to_cart",
    "1 2*999 3 4 5 6*2",
  ],
  // Words and ids around an address are left.
  ["see https://www.walmart.com/ip/10450114 or 44391605", "bigbox_w product_detail", "10450114"],
  // Commas behind an address, and ids and quantities beside it.
  ["https://www.walmart.com/ip/10450114,", "bigbox_w product_detail", "10450114"],
  ["https://www.walmart.com/ip/Mix/10450114 x2", "bigbox_w add_to_cart", "10450114*2"],
  [
    "https://www.walmart.com/ip/10450114, 44391605 x2, walmart.com/ip/10415325",
    "bigbox_w add_to_cart",
    "10450114 44391605*2 10415325",
  ],
  [
    "https://www.amazon.com/dp/B07XJ8C8F5\nB000000001, 3",
    "marketplace add_to_cart",
    "B07XJ8C8F5 B000000001*3",
  ],
  ["https://www.amazon.com/dp/B07XJ8C8F5 10450114", "marketplace product_detail", "B07XJ8C8F5"],
  // Ids that only one retailer has.
  ["0001111041700", "grocer_a product_detail", "0001111041700"],
  ["B07XJ8C8F5*2, B000000001", "marketplace add_to_cart", "B07XJ8C8F5*2 B000000001"],
  [OFFER, "bigbox_w add_to_cart", OFFER],
  // Quantities as people write them.
  ["B07XJ8C8F5 x2", "marketplace add_to_cart", "B07XJ8C8F5*2"],
  ["B07XJ8C8F5 X 2", "marketplace add_to_cart", "B07XJ8C8F5*2"],
  ["B07XJ8C8F5:2", "marketplace add_to_cart", "B07XJ8C8F5*2"],
  ["B07XJ8C8F5 : 2", "marketplace add_to_cart", "B07XJ8C8F5*2"],
  ["B07XJ8C8F5 × 2", "marketplace add_to_cart", "B07XJ8C8F5*2"],
  ["B07XJ8C8F5 2", "marketplace add_to_cart", "B07XJ8C8F5*2"],
  ["B07XJ8C8F5\t2", "marketplace add_to_cart", "B07XJ8C8F5*2"],
  [
    "B07XJ8C8F5,2\nB000000001, 12\r\nB000000002",
    "marketplace add_to_cart",
    "B07XJ8C8F5*2 B000000001*12 B000000002",
  ],
  [
    "B07XJ8C8F5 2, B000000001; B000000002|B000000003 x3",
    "marketplace add_to_cart",
    "B07XJ8C8F5*2 B000000001 B000000002 B000000003*3",
  ],
  ["B07XJ8C8F5 2 B000000001 999", "marketplace add_to_cart", "B07XJ8C8F5*2 B000000001*999"],
  // An A that an id begins with, and an X in one, are not the A and the x that ids and quantities come with.
  [`A${OFFER.slice(1)}`, "bigbox_w add_to_cart", `A${OFFER.slice(1)}`],
  ["B07XJ8CX12", "marketplace product_detail", "B07XJ8CX12"],
  ["b07xj8c8x5x3", "marketplace add_to_cart", "B07XJ8C8X5*3"],
  ["2xB07XJ8C8F5", "marketplace add_to_cart", "B07XJ8C8F5*2"],
  ["2 x B07XJ8C8F5, 3× B000000001", "marketplace add_to_cart", "B07XJ8C8F5*2 B000000001*3"],
  ["2x B07XJ8C8F5 3x B000000001", "marketplace add_to_cart", "B07XJ8C8F5*2 B000000001*3"],
  ["B07XJ8C8F5 qty 2", "marketplace add_to_cart", "B07XJ8C8F5*2"],
  [
    "B07XJ8C8F5, Qty: 12\nB000000001 - 2".replace(" - ", " Menge "),
    "marketplace add_to_cart",
    "B07XJ8C8F5*12 B000000001*2",
  ],
  [
    "B07XJ8C8F5 (2)\nB000000001 [x3]\nB000000002, 4 pcs",
    "marketplace add_to_cart",
    "B07XJ8C8F5*2 B000000001*3 B000000002*4",
  ],
  ["B07XJ8C8F5;2", "marketplace add_to_cart", "B07XJ8C8F5*2"],
  ["B07XJ8C8F5×2", "marketplace add_to_cart", "B07XJ8C8F5*2"],
  ["2x https://www.walmart.com/ip/10450114", "bigbox_w add_to_cart", "10450114*2"],
  ["https://www.walmart.com/ip/10450114 (2)", "bigbox_w add_to_cart", "10450114*2"],
  ["https://www.walmart.com/ip/10450114;2", "bigbox_w add_to_cart", "10450114*2"],
  ["https://www.walmart.com/ip/10450114,2", "bigbox_w add_to_cart", "10450114*2"],
  ["https://www.walmart.com/ip/10450114;44391605", "bigbox_w add_to_cart", "10450114 44391605"],
  [
    "https://www.walmart.com/ip/10450114;https://www.walmart.com/ip/44391605",
    "bigbox_w add_to_cart",
    "10450114 44391605",
  ],
  ["https://www.walmart.com/ip/10450114;jsessionid=1A", "bigbox_w product_detail", "10450114"],
  // What a sentence puts around an address.
  ["Look at (https://www.walmart.com/ip/10450114)!", "bigbox_w product_detail", "10450114"],
  ["<https://www.walmart.com/ip/10450114>", "bigbox_w product_detail", "10450114"],
  ["“https://www.walmart.com/ip/10450114”…", "bigbox_w product_detail", "10450114"],
  ["[Milk](https://www.walmart.com/ip/10450114).", "bigbox_w product_detail", "10450114"],
  ["**https://www.walmart.com/ip/10450114**", "bigbox_w product_detail", "10450114"],
  // Addresses as apps share them.
  ["https://www.walmart.com/ip//10450114", "bigbox_w product_detail", "10450114"],
  ["https://www.walmart.com/ip/seort/10450114", "bigbox_w product_detail", "10450114"],
  ["https://m.kroger.com/p/-/0001111041700", "grocer_a product_detail", "0001111041700"],
  ["https://m.instacart.com/products/16594382", "delivery_app product_detail", "16594382"],
  ["https://mobile.walmart.com/ip/10450114", "bigbox_w product_detail", "10450114"],
  ["https://amzn.com/B07XJ8C8F5", "marketplace product_detail", "B07XJ8C8F5"],
  // An address without its scheme can hold another one.
  ["walmart.com/ip/10450114?from=https://a.example/", "bigbox_w product_detail", "10450114"],
])("%s is %s of %s", (text, variant, ids) => {
  const pasted = readPasted(text);
  if (pasted.kind !== "link") throw new Error(pasted.kind);
  const { retailer, intent, products = [] } = pasted.link;
  const read = products.map(({ retailerProductId: id, quantity }) =>
    quantity === 1 ? id : `${id}*${quantity}`,
  );
  expect([`${retailer} ${intent}`, read.join(" ")]).toEqual([variant, ids]);
});

test("the store in a URL is included", () => {
  const cart = "https://www.walmart.com/sc/cart/addToCart?items=1_1";
  const link = {
    retailer: "bigbox_w",
    intent: "add_to_cart",
    products: [{ retailerProductId: "1", quantity: 1 }],
  };
  expect(readPasted(cart)).toEqual({ kind: "link", link });
  expect(readPasted(`${cart}&storeId=2648`)).toEqual({
    kind: "link",
    link: { ...link, location: { storeId: "2648" } },
  });
  const product = { ...link, name: "Milk", retailer: "delivery_app", intent: "product_detail" };
  expect(readPasted("https://www.instacart.com/products/1-milk")).toEqual({ kind: "link", link: product });
  const options = { delivery_app: { routingMode: "specific", retailer: "aldi" } };
  for (const address of ["products/1-milk?retailerSlug=aldi", "store/aldi/products/1-milk"])
    expect(readPasted(`https://www.instacart.com/${address}`)).toEqual({
      kind: "link",
      link: { ...product, options },
    });
});

test("URLs of Amazon keep the country of their marketplace, and each country is a shop of its own", () => {
  const at = (country: string, id: string) => ({
    retailer: "marketplace",
    intent: "product_detail",
    products: [{ retailerProductId: id, quantity: 1 }],
    location: { country },
  });
  const [german, canadian] = [
    "https://www.amazon.de/dp/b07xj8c8f5?tag=a-21",
    "https://amazon.ca/dp/B000000001",
  ];
  expect(readPasted(german)).toEqual({
    ...{ kind: "link", link: at("DE", "B07XJ8C8F5") },
    affiliate: { tag: "a-21", url: german },
  });
  expect(readPasted(`${canadian} ${german}`)).toMatchObject({
    ...{ kind: "choice", offers: [at("CA", "B000000001"), at("DE", "B07XJ8C8F5")] },
  });
  expect(readPasted("https://m.amazon.co.uk/associates/addtocart?AssociateTag=&ASIN.1=B000000001")).toEqual({
    kind: "link",
    link: { ...at("GB", "B000000001"), intent: "add_to_cart" },
  });
});

test("any other URL is a web page, including shops of other countries and short URLs", () => {
  for (const url of [
    "https://brand.example/welcome?a=1#top",
    "https://www.walmart.ca/ip/1",
    "https://www.amazon.example/dp/B07XJ8C8F5",
    "https://amzn.to/3abc",
    "https://www.walmart.com/search?q=milk",
    "https://www.walmart.com/sc/cart/addToCart",
    "https://www.amazon.com/gp/aws/cart/add.html?ASIN.1=",
    "https://www.instacart.com/store/aldi?retailerSlug=aldi",
    "https://goto.walmart.com/m/1/2/3",
    "https://goto.walmart.com/m/1/2/3?u=nowhere",
    "https://brand.example/?u=https%3A%2F%2Fwww.walmart.com%2Fip%2F1",
  ])
    expect(readPasted(url)).toEqual({
      kind: "link",
      link: { retailer: "custom", intent: "custom_url", customUrl: url },
    });
});

test.each([
  "https://ad.doubleclick.net/ddm/trackclk/N1.2/B3.4;dc_trk_aid=5;dc_trk_cid=6;dc_lat=;dc_rdid=",
  "http://ad.doubleclick.net/clk;265186560;90846275;t?http://brand.example/a",
  "https://brand.example/item;jsessionid=AB12?x=1",
  "https://brand.example/cars;color=red;year=2020/list",
  "https://en.wikipedia.org/wiki/Milk_(drink)",
])("%s stays whole, also in a sentence", (customUrl) => {
  const link = { kind: "link", link: { retailer: "custom", intent: "custom_url", customUrl } };
  for (const text of [
    customUrl,
    `(${customUrl})`,
    `see ${customUrl}.`,
    `"${customUrl}",`,
    `[It](${customUrl});`,
  ])
    expect([text, readPasted(text)]).toEqual([text, link]);
});

test.each([
  ["https://goto.walmart.com/m/1234/5/6?u=https%3A%2F%2Fwww.walmart.com%2Fip%2F10450114", "1234"],
  ["https://www.amazon.com/dp/B07XJ8C8F5?tag=me-20", "me-20"],
  ["https://www.amazon.com/associates/addtocart?AssociateTag=me-20&ASIN.1=B07XJ8C8F5", "me-20"],
  ["https://www.target.com/p/-/A-13474244?afid=them", "them"],
])("%s says that it carries the tag %s", (url, tag) => {
  expect(readPasted(`${url} x2`)).toMatchObject({ kind: "link", affiliate: { tag, url } });
  expect(readPasted(`${url} https://www.kroger.com/p/-/1`)).toMatchObject({
    kind: "choice",
    affiliate: { tag },
  });
});

test("URLs of several shops become a choice with an offer each", () => {
  const pasted = readPasted(
    "https://www.walmart.com/ip/10450114\nhttps://www.target.com/p/-/A-13474244\nhttps://own.example/milk",
  );
  if (pasted.kind !== "choice") throw new Error(pasted.kind);
  expect(pasted.offers.map(({ retailer }) => retailer)).toEqual(["bigbox_w", "bigbox_t", "custom"]);
});

test("a choice has the first offers up to the limit", () => {
  const urls = Array.from({ length: MAX_OFFERS + 1 }, (_, index) => `https://own.example/${index}`);
  const pasted = readPasted(urls.join("\n"));
  if (pasted.kind !== "choice") throw new Error(pasted.kind);
  expect(pasted.offers.map(({ customUrl }) => customUrl)).toEqual(urls.slice(0, MAX_OFFERS));
});

test.each([
  [
    "10450114",
    [
      "grocer_a product_detail",
      "bigbox_w product_detail",
      "bigbox_t product_detail",
      "delivery_app product_detail",
    ],
  ],
  [
    "10450114*2",
    [
      "grocer_a product_detail",
      "bigbox_w add_to_cart",
      "bigbox_t product_detail",
      "delivery_app product_detail",
    ],
  ],
  // Only 13 digits with a zero before are surely the grocer's.
  [
    "1234567890123",
    [
      "grocer_a product_detail",
      "bigbox_w product_detail",
      "bigbox_t product_detail",
      "delivery_app product_detail",
    ],
  ],
  [
    "001234567890",
    [
      "grocer_a product_detail",
      "bigbox_w product_detail",
      "bigbox_t product_detail",
      "delivery_app product_detail",
    ],
  ],
  ["00012345678901", ["bigbox_w product_detail", "bigbox_t product_detail", "delivery_app product_detail"]],
  // Those that take one product are none for two.
  ["0001111041700 0001111041701*1", ["bigbox_w add_to_cart", "bigbox_t product_detail"]],
])("the digits %j fit several shops, which are offered", (text, expected) => {
  const pasted = readPasted(text);
  if (pasted.kind !== "ids") throw new Error(pasted.kind);
  const shops = pasted.shops.map(({ retailer, intent }) => `${retailer} ${intent}`);
  expect(shops.sort()).toEqual([...expected].sort());
  expect(pasted.shops[0]?.products?.at(-1)?.quantity).toBe(text.endsWith("*2") ? 2 : 1);
});

test.each([
  "",
  "   ",
  "milk",
  "https://",
  "javascript:alert(1)",
  "<b>",
  "oat milk 2",
  // As long as an ASIN, but words; and ids that no shop has all of.
  "strawberry",
  "strawberry B000000001",
  "10450114 !!!",
  "10450114 B07XJ8C8F5",
  // Neither addresses nor ids, though such are in them.
  "someone@shop.example",
  "192.0.2.1/?from=https://a.example/",
  "#10450114",
  "1".repeat(33),
  // No id has an x in it.
  "1234x10450114",
  "2x10450114x3",
  // More ids than a link has products.
  "10450114 ".repeat(101),
])("%j is unknown", (text) => {
  expect(readPasted(text)).toEqual({ kind: "unknown" });
});

test.each([
  // Alone, and instead of an id.
  ["12", ["12"], "12x1"],
  ["4011\n10450114", ["4011"], "10450114x1 4011x1"],
  ["2 10450114", ["2"], "10450114x1 2x1"],
  // After an id that has its quantity, or of another column or line.
  ["10450114 2 3", ["3"], "10450114x2 3x1"],
  ["10450114x2 3", ["3"], "10450114x2 3x1"],
  ["10450114, 44391605, 2", ["2"], "10450114x1 44391605x1 2x1"],
  ["10450114,2,44391605,3", ["2", "3"], "10450114x1 44391605x1 2x1 3x1"],
  ["10450114\n2", ["2"], "10450114x1 2x1"],
  // No quantity that a link takes.
  ["10450114 0", ["0"], "10450114x1 0x1"],
  ["10450114,1000", ["1000"], "10450114x1 1000x1"],
  ["10450114 x2,5", ["5"], "10450114x2 5x1"],
  // Between two ids, it could be of either.
  ["10450114 2x 44391605", ["2"], "10450114x1 44391605x1 2x1"],
  ["10450114 2 x 44391605", ["2"], "10450114x1 44391605x1 2x1"],
  ["2 https://www.walmart.com/ip/10450114", ["2"], "2x1 https://www.walmart.com/ip/10450114"],
])(
  "%j has numbers that may be quantities, which become products only on request",
  (text, numbers, asProducts) => {
    expect(readPasted(text)).toEqual({ kind: "unclear", numbers, asProducts });
    const said = readPasted(asProducts);
    const [shop] = said.kind === "ids" ? said.shops : said.kind === "link" ? [said.link] : [];
    const ids = shop?.products?.map(({ retailerProductId }) => retailerProductId) ?? [];
    expect(numbers.filter((number) => !ids.includes(number))).toEqual([]);
  },
);

test("a cart is parsed up to the limit of products, and a text up to 8,000 characters", () => {
  const cart = (count: number) => {
    const items = Array.from({ length: count }, (_, index) => `${10_450_000 + index}_1`);
    const pasted = readPasted(`https://www.walmart.com/sc/cart/addToCart?items=${items.join(",")}`);
    return pasted.kind === "link" ? pasted.link.products?.length : pasted;
  };
  expect([cart(99), cart(100), cart(101)]).toEqual([99, 100, 100]);
  const text = `${" ".repeat(7_992)}104501149`;
  expect(readPasted(text)).toEqual(readPasted("10450114"));
  expect(readPasted("104501149")).not.toEqual(readPasted("10450114"));
});

test.each([
  ["https://www.walmart.com/ip/Great-Value-Pancake-Mix/10450114", "Great Value Pancake Mix"],
  ["https://www.walmart.com/ip/10450114", undefined],
  ["https://www.walmart.com/ip/seort/10450114", undefined],
  ["https://www.walmart.com/ip//10450114", undefined],
  ["https://www.amazon.com/es/dp/B07XJ8C8F5", undefined],
  ["https://www.target.com/p/good-gather-oats-42oz/-/A-13474244", "Good Gather Oats 42oz"],
  ["https://www.target.com/p/-/A-13474244", undefined],
  ["https://www.amazon.com/Kettle-Br%C3%BBl%C3%A9e/dp/B07XJ8C8F5/ref=x", "Kettle Brûlée"],
  ["https://www.amazon.com/gp/product/B07XJ8C8F5", undefined],
  ["https://www.kroger.com/p/kroger-2-reduced-fat-milk/0001111041700", "Kroger 2 Reduced Fat Milk"],
  ["https://www.instacart.com/products/16594382-corn-tortillas-10-oz", "Corn Tortillas 10 Oz"],
  ["https://www.walmart.com/ip/100%25-%ZZ-Oats/1", "100%25 %ZZ Oats"],
  // Several products have no common name.
  ["https://www.walmart.com/ip/Oats/1 https://www.walmart.com/ip/Milk/2", undefined],
  ["https://www.walmart.com/ip/Oats/1 https://www.target.com/p/-/A-2", "Oats"],
  ["https://brand.example/Great-Value-Pancake-Mix", undefined],
])("the name in %s is %s", (text, expected) => {
  const pasted = readPasted(text);
  const name = pasted.kind === "link" ? pasted.link.name : pasted.kind === "choice" ? pasted.name : null;
  expect(name).toBe(expected);
});

test("a long slug makes a name that ends with a whole word", () => {
  const pasted = readPasted(`https://www.walmart.com/ip/${"Wholegrain-".repeat(20)}Oats/1`);
  expect(pasted).toMatchObject({ link: { name: "Wholegrain ".repeat(7).trim() } });
});

test("a long text is read in linear time", { tags: "all" }, () => {
  const texts = [
    "https://a.example/-\n",
    "a-\n",
    "<https://a\n",
    ";1",
    ")",
    "https://a.example/;1",
    "(",
    "1 ",
    "2x",
    "a.",
    "1\n",
    "A-",
    "[ ",
    "x2,",
  ];
  for (const text of texts) {
    const started = performance.now();
    readProducts(text.repeat(400_000 / text.length), "bigbox_w");
    readProducts(`https://a.example/${text.repeat(400_000 / text.length)}x`, "bigbox_w");
    expect([text, performance.now() - started < 20_000]).toEqual([text, true]);
  }
});

const page = (customUrl: string) => ({ retailer: "custom", intent: "custom_url", customUrl });

test.each([
  // A mail program breaks a URL where it has a mark, or at the end of a long line.
  ["https://a.example/soup-\nrecipe-of-the-\nweek", "https://a.example/soup-recipe-of-the-week"],
  ["See https://a.example/soup-\r\nrecipe for more.", "https://a.example/soup-recipe"],
  ["https://a.example/a?b=1&\nc=2", "https://a.example/a?b=1&c=2"],
  ["https://a.example/a?b=\n1", "https://a.example/a?b=1"],
  ["https://a.example/a\n?b=1", "https://a.example/a?b=1"],
  ["https://a.example\n/soup", "https://a.example/soup"],
  ["https://a.example/recipes/\nsoup-of-the-day", "https://a.example/recipes/soup-of-the-day"],
  ["a.example/soup-\nrecipe", "https://a.example/soup-recipe"],
  ["<https://a.example/so\nup>", "https://a.example/soup"],
  ["<https://a.example/so\n up>", "https://a.example/soup"],
  [`https://a.example/${"x".repeat(60)}\ny-1`, `https://a.example/${"x".repeat(60)}y-1`],
])("the URL in %j is joined, and the person is told", (text, url) => {
  expect(readPasted(text)).toEqual({
    kind: "link",
    link: page(url),
    otherwise: [{ url: text.startsWith("a.") ? url.slice("https://".length) : url }],
  });
});

test("a URL of a product is joined with its id", () => {
  for (const [text, retailer, id] of [
    ["https://www.walmart.com/ip/Great-Value-Milk/\n10450114", "bigbox_w", "10450114"],
    ["https://www.target.com/p/-/A-\n13474244", "bigbox_t", "13474244"],
    ["https://www.amazon.com/dp/\nB07XJ8C8F5", "marketplace", "B07XJ8C8F5"],
  ] as const)
    expect(readPasted(text)).toMatchObject({
      ...{ kind: "link", link: { retailer, products: [{ retailerProductId: id }] } },
      otherwise: [{ url: text.replace("\n", "") }],
    });
});

test.each([
  ["https://a.example/soup\nThanks!", [page("https://a.example/soup")]],
  ["https://a.example/\nBest regards", [page("https://a.example/")]],
  ["https://a.example/ \nsoup-1", [page("https://a.example/")]],
  ["Do you know https://a.example/soup?\nAnna", [page("https://a.example/soup")]],
  ["https://a.example/a-\nhttps://a.example/b", [page("https://a.example/a-"), page("https://a.example/b")]],
])("nothing is joined in %j", (text, links) => {
  const read = readPasted(text);
  expect(read.kind === "link" ? [read.link] : read.kind === "choice" ? read.offers : read).toEqual(links);
  expect(read).not.toHaveProperty("otherwise");
});

test.each([
  ["https://a.example/?a=1&amp;b=2", page("https://a.example/?a=1&b=2")],
  ["https://a.example/x\u200b", page("https://a.example/x")],
  ["\ufeffhttps://a.example/x%E2%80%8B", page("https://a.example/x")],
  ["&lt;https://a.example/x&gt;", page("https://a.example/x")],
])("%j is read as what it stands for", (text, link) => {
  expect(readPasted(text)).toEqual({ kind: "link", link });
});

test.each([
  ["https://www.amazon.com/dp/%E2%80%8EB097CMQVF4", "B097CMQVF4"],
  ["https://www.amazon.com/dp/\u200eB097CMQVF4\u200f", "B097CMQVF4"],
  ["\u200eB097CMQVF4\u200e", "B097CMQVF4"],
  ["https://www.walmart.com/sc/cart/addToCart?storeId=1&amp;items=10450114_2", "10450114*2"],
  ["https://www.amazon.com/associates/addtocart?ASIN.1=B097CMQVF4&amp;Quantity.1=3", "B097CMQVF4*3"],
])("%j has the product %s", (text, ids) => {
  const pasted = readPasted(text);
  const shop = pasted.kind === "link" ? pasted.link : pasted.kind === "ids" ? pasted.shops[0] : undefined;
  const [id = "", quantity = "1"] = ids.split("*");
  expect(shop?.products).toEqual([{ retailerProductId: id, quantity: Number(quantity) }]);
});

const SAFE =
  "https://nam10.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.walmart.com%2Fip%2F10450114&data=05%7Cme%40brand.example";
const MIMECAST = "https://url.uk.m.mimecastprotect.com/s/F6rYCAW0hl6wn3CQg3QZ";

test("a redirect of a mail scanner is unwrapped, or refused where it hides its target", () => {
  const url = "https://www.walmart.com/ip/10450114";
  const products = [{ retailerProductId: "10450114", quantity: 2 }];
  const through = "Outlook's Safe Links";
  expect(readPasted(`${SAFE} x2`)).toEqual({
    ...{ kind: "link", link: { retailer: "bigbox_w", intent: "add_to_cart", products } },
    otherwise: [{ url, through }],
  });
  // As HTML writes it.
  expect(readPasted(SAFE.replace("&", "&amp;"))).toMatchObject({
    kind: "link",
    otherwise: [{ url, through }],
  });
  expect(readPasted(`${SAFE}\nhttps://www.target.com/p/-/A-1`)).toMatchObject({
    kind: "choice",
    otherwise: [{ url, through }],
  });
  expect(readPasted(MIMECAST)).toEqual({ kind: "hidden", through: "Mimecast" });
  expect(readPasted(`https://a.example/ ${MIMECAST}`)).toEqual({ kind: "hidden", through: "Mimecast" });
  expect(readProducts(SAFE, "bigbox_w")).toMatchObject({ kind: "products" });
  expect(readProducts(SAFE, "bigbox_t")).toEqual({ kind: "elsewhere", retailer: "bigbox_w" });
  expect(readProducts(MIMECAST, "bigbox_w")).toEqual({ kind: "hidden", through: "Mimecast" });
});

test.each([
  "10450114 x0",
  "10450114x0",
  "0 x 10450114",
  "10450114 (0)",
  "10450114 qty 0",
  "https://www.walmart.com/ip/10450114 x0",
])("0 in %j is no quantity", (text) => {
  expect(readPasted(text)).toEqual({ kind: "quantity", quantity: "0" });
});

test("a number above 999 is no quantity", () => {
  expect(readPasted("10450114*1000")).toEqual({ kind: "quantity", quantity: "1000" });
});
