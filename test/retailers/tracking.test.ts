import { describe, expect, test } from "vitest";
import { custom, destinationOf, one, page, product } from "./definitions.ts";

describe("UTM values", () => {
  const utm = { source: "s p", medium: "qr|x", campaign: "a,b", term: "é&=", content: "" };
  const encoded = "utm_source=s%20p&utm_medium=qr%7Cx&utm_campaign=a%2Cb&utm_term=%C3%A9%26%3D";

  test("are appended without touching the retailer's query", () => {
    const fields = { ...one("bigbox_w", "add_to_cart", "1"), products: [product("1"), product("2")] };
    expect(destinationOf({ ...fields, tracking: { utm } }).url).toBe(
      `https://www.walmart.com/sc/cart/addToCart?items=1_1,2_1&${encoded}`,
    );
  });

  test("start the query if there is none", () => {
    expect(destinationOf(one("grocer_a", "product_detail", "1", { tracking: { utm } })).url).toBe(
      `https://www.kroger.com/p/-/0000000000001?${encoded}`,
    );
  });

  test("replace those of fallbackUrl", () => {
    const fields = one("bigbox_t", "product_detail", "1", {
      options: { bigbox_t: { allowPdp: false } },
      fallbackUrl: "https://brand.example/?q=a,b|c%20d&utm_source=theirs&utm%5Fterm=t#part",
      tracking: { utm: { source: "ours", medium: "m", term: "ours" } },
    });
    expect(destinationOf(fields).url).toBe(
      "https://brand.example/?q=a,b|c%20d&utm_source=ours&utm_medium=m&utm_term=ours#part",
    );
  });

  test("win on custom destinations, once per key, the fragment last", () => {
    const url = "https://brand.example/?utm_source=old&q=a,b|c%20d+e&utm%5Fsource=older#utm_source=kept";
    expect(destinationOf(custom(url, { source: "new", medium: "m" })).url).toBe(
      "https://brand.example/?q=a,b|c%20d+e&utm_source=new&utm_medium=m#utm_source=kept",
    );
  });

  test("treat an undecodable key as a different key", () => {
    const url = "https://brand.example/?%zz=1&utm_source%=2&utm_source=old";
    expect(destinationOf(custom(url, { source: "new" })).url).toBe(
      "https://brand.example/?%zz=1&utm_source%=2&utm_source=new",
    );
  });

  test("replace those of the fallbackUrl of a list or recipe", () => {
    const fields = page("recipe", {
      fallbackUrl: "https://brand.example/?utm_source=theirs",
      tracking: { utm: { source: "ours", medium: "m" } },
    });
    expect(destinationOf(fields).url).toBe("https://brand.example/?utm_source=ours&utm_medium=m");
  });

  test("that are empty or absent leave a custom destination as it is", () => {
    const url = "https://brand.example/?utm_source=old&x#f";
    expect(destinationOf(custom(url, { source: "" })).url).toBe(url);
    expect(destinationOf(custom(url)).url).toBe(url);
    expect(destinationOf(custom("https://brand.example/?#")).url).toBe("https://brand.example/?#");
  });

  test("add nothing to our own page", () => {
    expect(destinationOf(page("shopping_list", { tracking: { utm } })).url).toBe("/lists/abcd1234");
  });
});

describe("affiliate wrappers", () => {
  const settings = {
    walmartAffiliateUrl: "https://goto.walmart.com/m/1/2/3?veh=aff&sourceid=x",
    targetAffiliateUrl: "https://goto.target.com/c/1/2/3",
  };
  const tracking = { utm: { source: "s p" } };

  test("take the tracked URL, encoded once, as u", () => {
    expect(destinationOf(one("bigbox_w", "add_to_cart", "1", { tracking }), { settings })).toEqual({
      url: `https://goto.walmart.com/m/1/2/3?veh=aff&sourceid=x&u=${encodeURIComponent(
        "https://www.walmart.com/sc/cart/addToCart?items=1_1&utm_source=s%20p",
      )}`,
      urlType: "cart",
    });
    expect(destinationOf(one("bigbox_t", "product_detail", "1", { tracking }), { settings }).url).toBe(
      `https://goto.target.com/c/1/2/3?u=${encodeURIComponent("https://www.target.com/p/-/A-1?utm_source=s%20p")}`,
    );
  });

  test("take a search too", () => {
    const fields = one("bigbox_t", "product_detail", "1", { options: { bigbox_t: { allowPdp: false } } });
    expect(destinationOf(fields, { settings }).url).toBe(
      `https://goto.target.com/c/1/2/3?u=${encodeURIComponent("https://www.target.com/s?searchTerm=1")}`,
    );
  });

  test("leave fallbackUrl and other retailers alone", () => {
    const fields = one("bigbox_t", "product_detail", "1", {
      options: { bigbox_t: { allowPdp: false } },
      fallbackUrl: "https://brand.example/",
    });
    expect(destinationOf(fields, { settings }).url).toBe("https://brand.example/");
    expect(destinationOf(one("grocer_a", "product_detail", "1"), { settings }).url).toBe(
      "https://www.kroger.com/p/-/0000000000001",
    );
  });
});
