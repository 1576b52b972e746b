import { expect, test } from "vitest";
import { CHOICE_MESSAGES } from "../../src/surfaces/pages/i18n/choice-messages.ts";
import { LANGUAGES, preferredLanguage } from "../../src/surfaces/pages/i18n/languages.ts";

test.each([
  [null, "en"],
  ["", "en"],
  ["de", "de"],
  ["de-CH,fr;q=0.8", "de"],
  ["fr;q=0.5, nl;q=0.9", "nl"],
  ["sv, it;q=0.3", "it"],
  ["sv", "en"],
  ["*", "en"],
  ["zh-Hant-TW", "zh"],
  ["PT-br", "pt"],
  ["pt_BR", "pt"],
  ["zh_TW_#Hant", "zh"],
  ["cmn-Hans-CN", "zh"],
  ["iw, nl;q=0.5", "nl"],
  ["es;q=0, pl;q=0.1", "pl"],
  ["ja;q=oops, fr;q=0.1", "fr"],
  [`${"x,".repeat(5_000)}de`, "en"],
])("the response to Accept-Language %s is in %s", (acceptLanguage, language) => {
  expect(preferredLanguage(acceptLanguage)).toBe(language);
});

test("every language has every text, and no text of another language", () => {
  const sentences = Object.values(CHOICE_MESSAGES).map(({ remembering }) => remembering);
  expect(Object.keys(CHOICE_MESSAGES)).toEqual([...LANGUAGES]);
  expect(new Set(sentences).size).toBe(LANGUAGES.length);
  for (const words of Object.values(CHOICE_MESSAGES))
    for (const word of Object.values(words)) expect(word).not.toBe("");
});
