import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type OfferWhen,
  type PickVisit,
  pickOffer,
  ruleOf,
} from "../../src/features/short-links/pick-offer.ts";
import { languageRanges } from "../../src/ground/core/language-tags.ts";
import { patience, runs, SEED } from "../seeds.ts";

/** An offer as a caller defines it. */
interface Offer {
  key: number;
  countries?: string[] | undefined;
  when?: OfferWhen | undefined;
  weight?: number | undefined;
}

const some = <const T>(...values: T[]) =>
  fc.option(fc.subarray(values, { minLength: 1 }), { nil: undefined });
const HOURS = Array.from({ length: 6 }, (_, hour) => `2026-12-01T0${hour}:00:00.000Z`);
const hour = fc.option(fc.constantFrom(...HOURS), { nil: undefined });
const when = fc.record({
  countries: some("US", "CA"),
  regions: some("US-CA", "CA-ON"),
  devices: some("phone", "tablet", "desktop", "ios", "android"),
  languages: some("en", "fr", "pt-BR", "fi"),
  qrCodes: some("Wall", "door"),
  sources: some("news", "Mail"),
  from: hour,
  until: hour,
});
const offers: fc.Arbitrary<Offer[]> = fc
  .array(
    fc.record({
      countries: some("US", "DE"),
      when: fc.option(when, { nil: undefined }),
      weight: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((all) => all.map((offer, key) => ({ key, ...offer })));
const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const visits = fc.record({
  country: maybe("US", "CA", "DE"),
  region: maybe("US-CA", "US-NY", "CA-ON"),
  device: maybe("phone", "tablet", "desktop", "other"),
  system: maybe("ios", "android", ""),
  languages: maybe("en", "en-US", "fr-CA", "pt", "pt-BR", "fil").map((tag) =>
    tag === undefined ? undefined : languageRanges(tag),
  ),
  qrCode: maybe("", "wall", "door"),
  source: maybe("", "news", "mail"),
  isLenient: fc.boolean(),
  chance: maybe(0, 0.25, 0.5, 0.999),
});

/** Whether every condition of an offer fits, condition by condition, as the documentation says. */
function fitsPlainly({ countries, when = {} }: Offer, visit: PickVisit, at: string): boolean {
  const is = (wanted: readonly string[] | undefined, value: string | undefined) => {
    if (wanted === undefined) return true;
    if (value === undefined) return visit.isLenient;
    return wanted.some((each) => each.toLowerCase() === value.toLowerCase());
  };
  const kinds = when.devices?.filter((each) => !["ios", "android"].includes(each));
  const systems = when.devices?.filter((each) => ["ios", "android"].includes(each));
  if (!is(countries, visit.country) || !is(when.countries, visit.country)) return false;
  if (!is(when.regions, visit.region)) return false;
  if (kinds?.length && !is(kinds, visit.device)) return false;
  if (systems?.length && !is(systems, visit.system)) return false;
  if (!is(when.qrCodes, visit.qrCode) || !is(when.sources, visit.source)) return false;
  if (when.languages) {
    const { languages } = visit;
    if (languages ? !languages.some((each) => is(when.languages, each)) : !visit.isLenient) return false;
  }
  return !(when.from && at < when.from) && !(when.until && at >= when.until);
}

test("a visit gets the offer that a plain reading of the rules gives it", { timeout: patience() }, () => {
  fc.assert(
    fc.property(offers, visits, fc.constantFrom(...HOURS), (all, visit, at) => {
      const fitting = all.filter((offer) => fitsPlainly(offer, visit, at));
      const entries = all.map((offer) => ({ key: offer.key, ...ruleOf(offer) }));
      const picked = pickOffer(entries, visit, Date.parse(at))?.key;
      if (visit.chance === undefined) {
        expect(picked).toBe(fitting[0]?.key);
        return;
      }
      // One ball for each weight, and the chance says which ball is drawn.
      const balls = fitting.flatMap(({ key, weight = 1 }) => Array.from({ length: weight }, () => key));
      expect(picked).toBe(balls[Math.floor(visit.chance * balls.length)]);
    }),
    { numRuns: runs(4_000), seed: SEED },
  );
});

describe("a rule as it is stored", () => {
  test("is absent without conditions", () => expect(ruleOf({ when: {} })).toEqual({}));
  test("has the countries that both places name", () =>
    expect(ruleOf({ countries: ["US", "CA"], when: { countries: ["CA", "GB"] } })).toEqual({
      countries: ["CA"],
    }));
});
