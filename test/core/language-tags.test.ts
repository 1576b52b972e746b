import { expect, test } from "vitest";
import { acceptedRanges, canonicalLanguage, languageRanges } from "../../src/ground/core/language-tags.ts";

/** Whether a visit in a language meets a rule for another. */
const meets = (visit: string, rule: string): boolean =>
  (acceptedRanges(visit)[0] ?? []).includes((canonicalLanguage(rule) ?? rule).toLowerCase());

test.each([
  // Subtags between language and region, and behind it.
  ["zh-Hant-TW", "zh-TW", true],
  ["zh-Hant-TW", "zh", true],
  ["zh-Hant-TW", "zh-Hant", true],
  ["zh-Hant-TW", "zh-CN", false],
  ["zh-Hant-TW", "zh-Hans", false],
  ["zh-cmn-Hans-CN", "zh-CN", true],
  ["zh-yue-HK", "zh-HK", true],
  ["sr-Latn-RS", "sr-RS", true],
  ["sr-Latn-RS", "sr-Cyrl", false],
  ["de-1996", "de", true],
  ["de-DE-1996", "de-DE", true],
  ["ca-valencia", "ca", true],
  ["en-US-u-hc-h12", "en-US", true],
  ["en-a-gb", "en-GB", false],
  // The script is the usual one where the tag has none.
  ["zh-TW", "zh-Hant", true],
  ["zh-HK", "zh-Hant", true],
  ["zh", "zh-Hans", true],
  ["sr", "sr-Cyrl", true],
  ["zh", "zh-CN", false],
  // Regions of several countries are regions of their own.
  ["es-419", "es-419", true],
  ["es-419", "es", true],
  ["es-MX", "es-419", false],
  ["en-001", "en", true],
  // What web views send.
  ["en_US", "en-US", true],
  ["pt_BR", "pt-BR", true],
  ["PT_br", "pt", true],
  ["zh_TW_#Hant", "zh-TW", true],
  ["zh_CN_#Hans", "zh-Hans", true],
  ["en_US.UTF-8", "en-US", true],
  // Codes of today and of before.
  ["iw-IL", "he", true],
  ["he", "iw", true],
  ["in", "id-ID", false],
  ["in-ID", "id-ID", true],
  ["ji", "yi", true],
  ["tl-PH", "fil", true],
  ["mo", "ro", true],
  ["cmn-Hans-CN", "zh-CN", true],
  ["sh", "sr-Latn", true],
  ["en-UK", "en-GB", true],
  // Three letters are no two.
  ["fil", "fi", false],
  ["fil-PH", "fil", true],
  ["yue-Hant-HK", "yue", true],
  // What names no language is passed over.
  ["*, de", "de", false],
  ["i-klingon, de-AT;q=0.5", "de", true],
  ["-, ,_;q=1, fr;q=0.1", "fr", true],
  ["en;q=0, de", "en", false],
  [`${"x".repeat(900)},fr`, "fr", true],
])("a visit in %s meets a rule for %s: %s", (visit, rule, expected) => {
  expect(meets(visit, rule)).toBe(expected);
});

test("a text of any length is read, and what is no language has no ranges", () => {
  for (const text of ["", "-", "_", "*", "a", "123", "#", "toolongsubtag", "-".repeat(100_000)])
    expect([text, languageRanges(text)]).toEqual([text, []]);
  expect(languageRanges(`de${"-".repeat(100_000)}`)).toEqual(["de-latn", "de"]);
});
