import { acceptedRanges, canonicalLanguage } from "./language-tags.ts";
import { GS1_VOCABULARY, titleOfType } from "./link-types.ts";

/** A link of a GTIN besides its default, as a caller defines it. */
interface GtinLink {
  /** A link type of the GS1 Web Vocabulary, without its prefix. */
  type: string;
  url: string;
  /** Such as `de` or `pt-BR`; absent: for everybody. */
  language?: string | undefined;
  title?: string | undefined;
}

/** Where one lot of a GTIN redirects instead. */
interface GtinLot {
  lot: string;
  url: string;
  title?: string | undefined;
}

/** What the redirect needs of a link with a GTIN, as stored in KV. */
export interface GtinEntry {
  intent: string;
  links: GtinLink[] | null;
  lots: GtinLot[] | null;
}

/** The links of an identified product, or of one lot. */
export interface LinkContext {
  anchor: string;
  description: string;
  default: { type: string; url: string; title: string };
  links: readonly GtinLink[];
}

/** The type of a GTIN's default link: the link itself. */
export const defaultType = (isChoice: boolean, intent: string | undefined): string =>
  isChoice ? "hasRetailers" : intent === "recipe" ? "recipeInfo" : "pip";

/** All links of a type, the default among them. */
export const linksOfType = (
  { default: usual, links }: Pick<LinkContext, "default" | "links">,
  type: string,
): readonly GtinLink[] => [usual, ...links].filter((link) => link.type === type);

/** One context of a linkset (RFC 9264; GS1-Conformant Resolver 1.2.1, section 2.6), with the links of these types. */
export function linkContext(context: LinkContext, types: readonly string[], hasDefault: boolean): object {
  const { url, title } = context.default;
  return {
    anchor: context.anchor,
    itemDescription: context.description,
    ...(hasDefault && { [`${GS1_VOCABULARY}defaultLink`]: [{ href: url, title }] }),
    ...Object.fromEntries(
      types.map((type) => [GS1_VOCABULARY + type, linksOfType(context, type).map(target)]),
    ),
  };
}

const target = ({ type, url, title, language }: GtinLink): object => ({
  href: url,
  title: title ?? titleOfType(type),
  type: /\.pdf(?:[?#]|$)/i.test(url) ? "application/pdf" : "text/html",
  ...(language !== undefined && { hreflang: [language] }),
});

/**
 * The links that suit an Accept-Language header best (RFC 9110, 12.5.4): of the first language that has any; else those
 * without a language; else all.
 */
export function linksForLanguage<L extends Pick<GtinLink, "language">>(
  links: readonly L[],
  accepted: string | null,
): readonly L[] {
  const primaryOf = (tag = ""): string => tag.split("-")[0] ?? "";
  const inLanguages = links.flatMap((link) => {
    const { language } = link;
    return language === undefined
      ? []
      : [{ link, tag: (canonicalLanguage(language) ?? language).toLowerCase() }];
  });
  for (const ranges of inLanguages.length > 0 ? acceptedRanges(accepted) : []) {
    const matchers = [
      ...ranges.map((range) => (tag: string) => tag === range),
      (tag: string) => primaryOf(tag) === primaryOf(ranges[0]),
    ];
    for (const matches of matchers) {
      const found = inLanguages.filter(({ tag }) => matches(tag));
      if (found.length > 0) return found.map(({ link }) => link);
    }
  }
  const neutral = links.filter(({ language }) => language === undefined);
  return neutral.length > 0 ? neutral : links;
}
