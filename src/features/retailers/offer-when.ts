import * as z from "zod";
import { DAY_MS } from "../../ground/core/days.ts";
import { LANGUAGE_TAG } from "../../ground/core/language-tags.ts";
import { qrIdentifier } from "../../ground/core/resource-parts.ts";
import { instant, isDate, localDate, localTime } from "../../ground/core/times.ts";
import { list } from "../../ground/core/zod-extensions.ts";
import { type OfferWhen, RULE_DEVICES, RULE_SYSTEMS } from "../short-links/pick-offer.ts";

/** The most values of one condition. */
const MAX_VALUES = 50;

const countryNames = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

/** Whether a text is an ISO 3166-1 country code, or `XK`, as Cloudflare has them. `Intl` also accepts aliases and other codes. */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) &&
  Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}` &&
  countryNames.of(code) !== undefined &&
  !/^(?:E[UZ]|UN|X[A-JL-Z]|Q[M-Z]|ZZ|AA)$/.test(code);

const values = <T extends z.ZodType>(value: T) => list(value).min(1).max(MAX_VALUES);

const country = () =>
  z
    .string()
    .refine(isCountry, "must be an ISO 3166-1 country code of two capital letters, such as GB")
    .meta({ pattern: "^[A-Z]{2}$", minLength: 2, maxLength: 2, description: "A country, such as `GB`." });
export const countries = () => values(country());

const REGION = /^([A-Z]{2})-[A-Z0-9]{1,3}$/;
const region = () =>
  z
    .string()
    .refine((code) => isCountry(REGION.exec(code)?.[1] ?? ""), "must be an ISO 3166-2 code, such as US-CA")
    .meta({
      pattern: REGION.source,
      minLength: 4,
      maxLength: 6,
      description: "A state, province or region, such as `US-CA`.",
    });

/** A language, with a script and a region if they matter. */
export const language = () =>
  z
    .string()
    .regex(LANGUAGE_TAG, "must be a language such as `de`, `pt-BR`, `zh-Hant` or `es-419`")
    .describe("A language, such as `de`, `pt-BR`, `zh-Hant` or `es-419`.");

/** The name of a source, which visits have as `via`. */
const source = () =>
  z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/i, "must be 1 to 40 letters, digits or hyphens")
    .meta({ minLength: 1, maxLength: 40, description: "A source, such as `newsletter`." });

const time = (description: string) =>
  z
    .union([instant(), localTime(), localDate()], {
      error:
        "must be a date such as 2026-12-01, or a time such as 2026-12-01T09:00, or with an offset, such as 2026-12-01T09:00:00+01:00",
    })
    .meta({ type: "string", maxLength: 40, description })
    .optional();

/** The words for one kind of condition. */
interface ConditionWords {
  /** Its field in the form, with an example. */
  label: string;
  example?: string;
  /** Why a visit does not get an offer: what the values of the condition follow in the API, and the sentence of screens. */
  misfit: string;
  shownMisfit: string;
  /** What it is about, and whether that may be unknown of a visit. */
  about: string;
  mayBeUnknown?: boolean;
  /** What people type for it, in one line with commas: names of these places, or the values; absent: it has other controls. */
  typed?: "country" | "region" | "language" | "text";
  /** Its part of the sentence about a rule: the words before its values, and what many of them are called; absent: the subject. */
  phrase?: { before: string; many: string };
}

/** How each kind of condition is said and typed. What it means is in `CONDITIONS` of pick-offer.ts, its schema below. */
export const CONDITION_WORDS: Readonly<Record<keyof OfferWhen, ConditionWords>> = {
  countries: {
    label: "Country",
    example: "Canada",
    about: "country",
    mayBeUnknown: true,
    misfit: "Only for visits from",
    shownMisfit: "Not for this country.",
    typed: "country",
    phrase: { before: " in", many: "countries" },
  },
  regions: {
    label: "Region",
    example: "California",
    about: "region",
    mayBeUnknown: true,
    misfit: "Only for visits from",
    shownMisfit: "Not for this region.",
    typed: "region",
    phrase: { before: " in", many: "regions" },
  },
  devices: {
    label: "Device",
    about: "device",
    mayBeUnknown: true,
    misfit: "Only for devices:",
    shownMisfit: "Not for this device.",
  },
  languages: {
    label: "Language",
    example: "French",
    about: "language",
    mayBeUnknown: true,
    misfit: "Only for the languages",
    shownMisfit: "Not for this language.",
    typed: "language",
    phrase: { before: ", in", many: "languages" },
  },
  qrCodes: {
    label: "Code",
    example: "shelf-1",
    about: "code",
    misfit: "Only for scans of",
    shownMisfit: "Only for scans of its code.",
    typed: "text",
    phrase: { before: ", by", many: "codes" },
  },
  sources: {
    label: "Source",
    example: "newsletter",
    about: "source",
    misfit: "Only for visits from the sources",
    shownMisfit: "Only for its source.",
    typed: "text",
    phrase: { before: " from", many: "sources" },
  },
  from: {
    label: "Time from",
    about: "time",
    misfit: "Only from",
    shownMisfit: "Not yet.",
    phrase: { before: ", from", many: "times" },
  },
  until: {
    label: "Time until",
    about: "time",
    misfit: "Only until",
    shownMisfit: "Not any more.",
    phrase: { before: ", until", many: "times" },
  },
};

/** Which visits get an offer. */
export const offerWhen = z
  .strictObject({
    countries: countries().describe("The countries of visits.").optional(),
    regions: values(region()).describe("The regions of visits.").optional(),
    devices: values(z.enum([...RULE_DEVICES, ...RULE_SYSTEMS]).describe("A kind of device, or its system."))
      .describe(
        "Kinds of devices and systems. With both, visits need one of each: `phone` and `ios` are iPhones.",
      )
      .optional(),
    languages: values(language())
      .describe("The first language of the browser. `pt` includes `pt-BR`, but `es-419` not `es-MX`.")
      .optional(),
    qrCodes: values(qrIdentifier().describe("Identifier of a QR code."))
      .describe("Scanned codes of the link.")
      .optional(),
    sources: values(source()).describe("Sources of visits, as in `?via=newsletter`.").optional(),
    from: time(
      "From this time on. Without an offset, it is in the time zone of the organization. A date is its start.",
    ),
    until: time(
      "Until this time. Without an offset, it is in the time zone of the organization. A date is its end.",
    ),
  })
  .superRefine(({ from = "", until = "" }, context) => {
    // A missing or invalid time is NaN, and this comparison false.
    const end = Date.parse(until) + (isDate(until) ? DAY_MS : 0);
    if (end <= Date.parse(from))
      context.addIssue({ code: "custom", path: ["until"], message: "must be after from" });
  })
  .describe("Which visits get the offer: every condition that is named must fit.")
  .meta({ id: "OfferWhen" });

/** A visit to try rules with. What it does not name is unknown; without a code and a source, it has none. */
export const pretendedVisit = z
  .strictObject({
    country: country().optional(),
    region: region().optional(),
    device: z.enum(RULE_DEVICES).describe("The kind of device.").optional(),
    system: z.enum(RULE_SYSTEMS).describe("The system of the device.").optional(),
    language: language().optional(),
    qrCode: qrIdentifier().describe("Identifier of a scanned QR code.").optional(),
    source: source().optional(),
    at: time("When it comes, like `from`. Default: now."),
  })
  .describe("A visit to try the rules of a choice with.")
  .meta({ id: "PretendedVisit" });
