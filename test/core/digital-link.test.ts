import { describe, expect, test } from "vitest";
import { readDigitalLink } from "../../src/ground/core/digital-link.ts";
import { gtin14, gtinProblem } from "../../src/ground/core/gtin.ts";
import { LINK_TYPES, linkTypeOf, titleOfType } from "../../src/ground/core/link-types.ts";
import { linksForLanguage } from "../../src/ground/core/linkset.ts";
import { elementString } from "./element-string.ts";

const GTIN = "09506000134352";

const read = (path: string, query = "") => readDigitalLink(path, new URLSearchParams(query));

describe("a GTIN has 8, 12, 13 or 14 digits and a check digit (GS1 General Specifications 7.9.1)", () => {
  test.each(["96385074", "036000291452", "9506000134352", "09506000134352", "09506000134369"])(
    "%s is valid",
    (gtin) => {
      expect(gtinProblem(gtin)).toBeUndefined();
      expect(gtin14(gtin)).toMatch(/^\d{14}$/);
    },
  );

  test.each([
    "",
    "9638507",
    "963850741",
    "9506000134353",
    "95060001343525",
    "9506000134352 ",
    "９６３８５０７４",
    "00000000",
  ])("%j is not", (gtin) => expect(gtinProblem(gtin)).toBeDefined());

  test("each wrong digit, and each swap of neighbors that differ by another number than 5, is found", () => {
    for (let place = 0; place < GTIN.length; place++) {
      for (let digit = 0; digit < 10; digit++) {
        const changed = GTIN.slice(0, place) + digit + GTIN.slice(place + 1);
        if (changed !== GTIN) expect(gtinProblem(changed), changed).toBeDefined();
      }
    }
    expect(gtinProblem("09560000134352")).toBeDefined();
  });
});

describe("an address has the GTIN and its qualifiers in order (GS1 Digital Link URI Syntax 1.7.0, 4.7)", () => {
  test.each([
    [`/01/${GTIN}`, {}],
    [`/01/${GTIN}/`, {}],
    [`/01/${GTIN}/10/ABC`, { 10: "ABC" }],
    [`/01/${GTIN}/22/2A/10/ABC/21/99`, { 22: "2A", 10: "ABC", 21: "99" }],
    [`/01/${GTIN}/10/A%2FB%25`, { 10: "A/B%" }],
    [`/01/${GTIN}/235/XYZ`, { 235: "XYZ" }],
  ])("%s", (path, qualifiers) => {
    const link = read(path, "17=261231&3103=000500&utm=x");
    expect(link).toMatchObject({ gtin: GTIN });
    expect("qualifiers" in link && Object.fromEntries(link.qualifiers)).toEqual(qualifiers);
  });

  test.each([
    ["/01/9506000134352", "14 digits"],
    ["/01/09506000134353", "check digit"],
    ["/01/gtin", "14 digits"],
    ["/01/", "14 digits"],
    [`/01/${GTIN}/foo`, "with a value"],
    [`/01/${GTIN}//`, "with a value"],
    [`/01/${GTIN}/21/1/10/A`, "order"],
    [`/01/${GTIN}/10/A/10/B`, "order"],
    [`/01/${GTIN}/17/261231`, "belong in the query"],
    [`/01/${GTIN}/21/1/235/2`, "belong in the query"],
    [`/01/${GTIN}/10/${"A".repeat(21)}`, "qualifier 10"],
    [`/01/${GTIN}/10/%E2%82%AC`, "qualifier 10"],
    [`/01/${GTIN}/10/%zz`, "qualifier 10"],
    [`/01/${GTIN}/10/`, "with a value"],
  ])("%s is a problem: %s", (path, problem) => {
    expect(read(path)).toEqual({ problem: expect.stringContaining(problem) });
  });

  test("dates and measures in the query have six digits; other parameters are free", () => {
    expect(read(`/01/${GTIN}`, "17=2612")).toHaveProperty("problem");
    expect(read(`/01/${GTIN}`, "3103=5")).toHaveProperty("problem");
    expect(read(`/01/${GTIN}`, "99=x&linkType=gs1:pip&seventeen=17")).toHaveProperty("gtin");
  });

  test("an address is the element string that a till reads", () => {
    const address = `https://id.brand.example/01/${GTIN}/10/A%2FB/21/7?17=261231&3103=000500&lang=de`;
    expect(elementString(address)).toBe(`(01)${GTIN}(10)A/B(21)7(17)261231(3103)000500`);
    expect(elementString("https://id.brand.example/01/1")).toBeNull();
  });
});

test("a link type is named with its prefix or as a URI of the GS1 Web Vocabulary", () => {
  for (const text of [
    "gs1:pip",
    "https://ref.gs1.org/voc/pip",
    "https://gs1.org/voc/pip",
    "https://www.gs1.org/voc/pip",
  ])
    expect(linkTypeOf(text)).toBe("pip");
  for (const text of ["pip", "schema:pip", "https://example.com/voc/pip", "gs1:"])
    expect(linkTypeOf(text)).toBeNull();
  expect(new Set(LINK_TYPES).size).toBe(LINK_TYPES.length);
  expect(titleOfType("recipeInfo")).toBe("Recipe info");
});

describe("of links of one type, the language of the request decides (RFC 9110, 12.5.4)", () => {
  const links = [{ language: undefined }, { language: "de" }, { language: "pt-BR" }, { language: "pt" }];
  test.each([
    [null, [undefined]],
    ["", [undefined]],
    ["de", ["de"]],
    ["de-AT, en;q=0.5", ["de"]],
    ["pt-BR", ["pt-BR"]],
    ["pt-PT", ["pt"]],
    ["fr", [undefined]],
    ["fr, de;q=0.3, pt;q=0.8", ["pt"]],
    ["de;q=0, *", [undefined]],
  ])("%j", (accepted, languages) => {
    expect(linksForLanguage(links, accepted).map(({ language }) => language)).toEqual(languages);
  });
  test("without a link for everybody, all links are left", () => {
    expect(linksForLanguage([{ language: "de" }, { language: "fr" }], "en")).toHaveLength(2);
  });
});

test("an Accept-Language header of blanks or of many languages takes no time", () => {
  const links = Array.from({ length: 50 }, () => ({ language: "de" }));
  const started = performance.now();
  linksForLanguage(links, `a${" ".repeat(200_000)}b`);
  linksForLanguage(links, "en-GB;q=0.9,".repeat(20_000));
  expect(performance.now() - started).toBeLessThan(5_000);
});
