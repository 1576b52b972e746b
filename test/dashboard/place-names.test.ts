import { expect, test } from "vitest";
import {
  type PlaceKind,
  placeCode,
  placeName,
  suggestedNames,
  unknownPlace,
} from "../../src/surfaces/dashboard/labels/place-names.ts";

const KNOWN: Readonly<Record<PlaceKind, readonly (readonly [code: string, ...texts: string[]])[]>> = {
  country: [
    ["CA", "Canada", "canada", "CA", "ca", " Canada ", "Kanada"],
    ["GB", "United Kingdom", "UK", "U.K.", "Great Britain", "England", "gb"],
    ["US", "United States", "the United States", "USA", "United States of America", "us"],
    ["NL", "Netherlands", "The Netherlands", "Holland", "Niederlande"],
    ["DE", "Germany", "Deutschland", "Allemagne"],
    ["CI", "Côte d’Ivoire", "cote d'ivoire", "Ivory Coast"],
    ["BA", "Bosnia & Herzegovina", "Bosnia and Herzegovina"],
    ["MM", "Myanmar", "Burma"],
    ["CZ", "Czechia", "Czech Republic"],
    ["XK", "Kosovo"],
    ["HK", "Hong Kong"],
    ["PS", "Palestine"],
    ["BR", "Brasil"],
    ["TR", "Turkey"],
  ],
  region: [
    ["US-CA", "California", "US-CA", "us-ca", "CA"],
    ["CA-ON", "Ontario", "ON"],
    ["CA-QC", "Quebec", "Québec"],
    ["DE-BY", "Bavaria", "Bayern"],
    ["DE-TH", "Thuringia", "Thüringen", "Thuringen"],
    ["AU-NSW", "New South Wales"],
    // Regions of other countries have codes only.
    ["MX-OAX", "MX-OAX", "mx-oax"],
  ],
  language: [
    ["fr", "French", "fr", "FR", "Französisch", "français"],
    ["de", "German", "Deutsch"],
    ["pt-BR", "Brazilian Portuguese", "pt-br", "pt_BR"],
    ["zh-Hant", "Traditional Chinese", "zh-hant"],
    ["es-419", "es-419"],
    ["fil", "Filipino", "Tagalog"],
    ["nl-BE", "Flemish"],
  ],
};

const UNKNOWN: readonly (readonly [PlaceKind, text: string, message: RegExp])[] = [
  ["country", "Canadia", /^“Canadia” is not a country that we know\. Did you mean Canada\?$/],
  ["country", "XX", /^“XX” is not a country that we know\. Enter a country such as Canada\.$/],
  ["country", "Europe", /not a country/],
  ["country", "<b>", /^“<b>”/],
  ["region", "Californa", /Did you mean California\?$/],
  ["region", "US-ZZ", /not a region/],
  // Of two countries.
  ["region", "WA", /not a region/],
  ["language", "frnch", /Did you mean French\?$/],
  ["language", "xx", /^“xx” is not a language that we know\. Enter a language such as French\.$/],
  ["language", "1", /not a language/],
];

test.each(
  Object.entries(KNOWN).flatMap(([kind, rows]) => rows.map((row) => [kind as PlaceKind, row] as const)),
)("a %s is known by its names and its code: %j", (kind, [code, ...texts]) => {
  expect(texts.map((text) => [text, placeCode(kind, text)])).toEqual(texts.map((text) => [text, code]));
});

test.each(UNKNOWN)("an unknown %s is refused with its name: %s", (kind, text, message) => {
  expect(placeCode(kind, text)).toBe(undefined);
  expect(unknownPlace(kind, text)).toMatch(message);
});

test.each(["country", "region", "language"] as const)("every suggested %s is accepted", (kind) => {
  const names = suggestedNames(kind);
  expect(names.length).toBeGreaterThan(80);
  expect(new Set(names).size).toBe(names.length);
  // Several are typed with commas between them.
  expect(names.filter((name) => /[,;]/.test(name))).toEqual([]);
  for (const name of names) {
    const code = placeCode(kind, name);
    expect([name, code === undefined ? undefined : placeName(kind, code)]).toEqual([name, name]);
  }
});
