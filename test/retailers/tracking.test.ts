import { describe, expect, test } from "vitest";
import { custom, destinationOf, one } from "./definitions.ts";

describe("UTM values", () => {
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

  test("that are empty or absent leave a custom destination as it is", () => {
    const url = "https://brand.example/?utm_source=old&x#f";
    expect(destinationOf(custom(url, { source: "" })).url).toBe(url);
    expect(destinationOf(custom(url)).url).toBe(url);
    expect(destinationOf(custom("https://brand.example/?#")).url).toBe("https://brand.example/?#");
    // But in ASCII, as headers require.
    expect(destinationOf(custom("https://brand.example/ü?q=a,b|c%20d#x")).url).toBe(
      "https://brand.example/%C3%BC?q=a,b|c%20d#x",
    );
  });
});
