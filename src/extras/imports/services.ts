import { dubRules, type MovedRecord, type MovedRule, shlinkRules } from "./moved-rules.ts";

/** Keys of a record in order of preference, in the form of `plain`. Those of nested objects are joined: "metavaliduntil". */
type Keys = string;

/** A service whose exported links can be imported. docs/moving-in.md has the sources. */
export interface LinkService {
  name: string;
  /** A record is of this service if it has all keys of one of these. */
  signatures: readonly Keys[];
  /** The short URL, whose path is the slug, and the slug itself. */
  address?: Keys;
  slug?: Keys;
  /** The keys below have a default: see `DEFAULT_KEYS`. */
  url?: Keys;
  title?: Keys;
  tags?: Keys;
  createdAt?: Keys;
  visits?: Keys;
  /** Whether titles are written as HTML. */
  hasEntities?: boolean;
  /** Separates tags in CSV files; by default a comma. */
  separator?: string;
  note?: Keys;
  activeFrom?: Keys;
  activeUntil?: Keys;
  endedUrl?: Keys;
  /** Destinations that depend on the visit. */
  rules?: (record: MovedRecord) => MovedRule[];
  /** What links here can't do, by key. */
  notCarriedOver?: Readonly<Record<string, string>>;
}

export const DEFAULT_KEYS = {
  ...{ url: "url", title: "title", tags: "tags", createdAt: "createdat", visits: "clicks" },
} as const satisfies Partial<LinkService>;

const PASSWORD = { password: "the password" };

/** In order: the first whose signature fits. */
export const LINK_SERVICES: readonly LinkService[] = [
  {
    name: "Bitly",
    signatures: [
      ...["bitlink longurl", "custombitlink longurl", "custombitlinks longurl", "link longurl"],
      "shorturl originalurl engagements",
    ],
    address: "custombitlinks custombitlink link bitlink shorturl id",
    url: "longurl originalurl",
    createdAt: "createdat created createddate datecreated",
    visits: "totalengagements engagements totalclicks clicks",
    activeUntil: "expirationat",
    notCarriedOver: { deeplinks: "links into apps" },
  },
  {
    name: "Dub",
    signatures: ["shortlink destinationurl", "domain key url"],
    address: "shortlink",
    slug: "key",
    url: "destinationurl url",
    createdAt: "createdat createddate",
    note: "comments",
    activeUntil: "expiresat",
    endedUrl: "expiredurl",
    rules: dubRules,
    notCarriedOver: {
      ...PASSWORD,
      passwordenabledat: "the password",
      rewrite: "cloaking",
    },
  },
  {
    name: "Shlink",
    // Without shortCode, the number of visits identifies its CSV.
    signatures: ["shortcode longurl", "shorturl longurl visits"],
    address: "shorturl",
    slug: "shortcode",
    url: "longurl",
    separator: "|",
    createdAt: "datecreated createdat",
    visits: "visitssummarytotal visitscount visits",
    activeFrom: "metavalidsince",
    activeUntil: "metavaliduntil",
    rules: shlinkRules,
    notCarriedOver: { metamaxvisits: "the limit of visits" },
  },
  {
    name: "Rebrandly",
    signatures: [
      ...["slashtag destination", "slashtag destinationurl"],
      ...[
        "brandedlink destination",
        "brandedlink destinationurl",
        "shorturl destination title",
        "shortlink destination",
      ],
    ],
    address: "shorturl brandedlink shortlink link",
    slug: "slashtag",
    url: "destination destinationurl",
    createdAt: "createdat creationdate created datecreated",
    visits: "clicks totalclicks",
    note: "description notes",
    activeUntil: "expirationdate",
  },
  {
    name: "YOURLS",
    signatures: ["keyword url", "shorturl url timestamp"],
    address: "shorturl",
    slug: "keyword",
    createdAt: "timestamp",
    hasEntities: true,
  },
  {
    name: "Kutt",
    signatures: ["address target"],
    address: "linkurl link",
    slug: "address",
    url: "target",
    title: "description",
    visits: "visitcount",
    activeUntil: "expirein",
    notCarriedOver: { ...PASSWORD, banned: "the ban" },
  },
  {
    name: "Sink",
    signatures: ["slug url createdat"],
    slug: "slug",
    title: "title comment",
    visits: "clicks views",
    note: "comment",
    activeUntil: "expiration",
    notCarriedOver: {
      ...PASSWORD,
      apple: "the destination for Apple devices",
      google: "the destination for Android",
      geo: "destinations by country",
      cloaking: "cloaking",
      redirectwithquery: "appended query parameters",
    },
  },
  {
    name: "Short.io",
    signatures: ["originalurl shorturl", "originalurl path", "originalurl domain"],
    address: "shorturl secureshorturl link",
    slug: "path slug",
    url: "originalurl",
    createdAt: "createdat created creationdate",
    visits: "clicks totalclicks humanclicks",
    activeUntil: "expiresat ttl expirationdate",
    endedUrl: "expiredurl",
    notCarriedOver: {
      ...PASSWORD,
      iphoneurl: "the destination for iOS",
      androidurl: "the destination for Android",
      cloaking: "cloaking",
      clickslimit: "the limit of visits",
    },
  },
  {
    name: "TinyURL",
    signatures: ["tinyurl longurl", "tinyurl url", "tinyurl originalurl", "alias longurl"],
    address: "tinyurl",
    slug: "alias",
    url: "longurl originalurl url",
    title: "title description",
    createdAt: "createdat created creationdate datecreated",
    visits: "hits clicks totalclicks visits",
    activeUntil: "expiresat expirationdate",
  },
  {
    name: "QR Code Generator",
    signatures: ["shorturl targeturl", "shorturl destinationurl scans", "shorturl url scans"],
    address: "shorturl",
    url: "targeturl destinationurl url website content",
    title: "title name qrcodename",
    tags: "tags labels folder",
    createdAt: "createdat created createdon creationdate datecreated",
    visits: "scans totalscans",
  },
];

/** A list of any other service, whose columns a person named. Its keys are those of columns. */
export const OTHER_SERVICE: LinkService = {
  name: "another service",
  signatures: [],
  address: "address",
  url: "customUrl",
  title: "name",
  createdAt: "createdAt",
  visits: "visits",
  note: "note",
  activeFrom: "activeFrom",
  activeUntil: "activeUntil",
  endedUrl: "endedUrl",
};
