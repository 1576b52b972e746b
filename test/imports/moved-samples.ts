import { csvText } from "../../src/ground/core/csv-text.ts";

/** A file of another service, written from the schema that docs/moving-in.md names, and the cells of its first row. */
export interface MovedSample {
  source: string;
  content: string;
  links: number;
  first: Record<string, string>;
  /** `metadata.movedFrom` of the first row. */
  note: Record<string, unknown>;
}

const csv = (rows: Record<string, string | number>[]): string => csvText(Object.keys(rows[0] ?? {}), rows);
const custom = { retailer: "custom", intent: "custom_url" };
const CREATED = "2024-05-01T10:00:00.000Z";
const SECONDS = Date.parse(CREATED) / 1_000;

const bitlink = (back: string, more: object = {}) => ({
  created_at: "2024-05-01T10:00:00+0000",
  id: `bit.ly/${back}`,
  link: `https://bit.ly/${back}`,
  custom_bitlinks: [],
  long_url: `https://shop.example/${back}`,
  title: `Page ${back}`,
  archived: false,
  tags: ["summer", "print"],
  deeplinks: [],
  references: { group: "https://api-ssl.bitly.com/v4/groups/Ba1bc23dE4F" },
  ...more,
});

const dub = {
  id: "link_1",
  domain: "go.acme.example",
  key: "Soup-Sale",
  url: "https://shop.example/soup",
  shortLink: "https://go.acme.example/Soup-Sale",
  archived: false,
  expiresAt: "2030-01-01T00:00:00.000Z",
  expiredUrl: "https://shop.example/over",
  password: "secret",
  title: null,
  tags: [{ id: "tag_1", name: "summer", color: "red" }],
  comments: "For the shop window",
  ios: null,
  geo: null,
  clicks: 42,
  createdAt: CREATED,
};

const shlink = {
  shortCode: "soup-sale",
  shortUrl: "https://go.acme.example/soup-sale",
  longUrl: "https://shop.example/soup",
  dateCreated: "2024-05-01T12:00:00+02:00",
  tags: ["summer"],
  meta: { validSince: "2024-05-01T00:00:00+00:00", validUntil: "2030-01-01T00:00:00+00:00", maxVisits: 100 },
  domain: null,
  title: "Soup",
  visitsSummary: { total: 42, nonBots: 40, bots: 2 },
  hasRedirectRules: true,
};

const kutt = {
  id: "9f6a5e1c",
  address: "soup-sale",
  target: "https://shop.example/soup",
  description: "Soup",
  banned: false,
  password: false,
  expire_in: "2030-01-01T00:00:00.000Z",
  created_at: CREATED,
  visit_count: 42,
  domain: "go.acme.example",
  link: { link: "go.acme.example/soup-sale", url: "https://go.acme.example/soup-sale" },
};

const rebrandly = {
  id: "ffs24cc5b6ee4a5gh7897b06ac2d16d4",
  title: "Soup",
  slashtag: "soup-sale",
  destination: "https://shop.example/soup",
  shortUrl: "go.acme.example/soup-sale",
  domain: { id: "8f104cc5b6ee4a4ba7897b06ac2ddcfb", fullName: "go.acme.example" },
  createdAt: CREATED,
  updatedAt: CREATED,
  clicks: 42,
  favourite: false,
};

const yourls = {
  keyword: "soup-sale",
  url: "https://shop.example/soup",
  title: "Soup",
  timestamp: "2024-05-01 10:00:00",
  ip: "192.0.2.1",
  clicks: "42",
};

const sink = {
  id: "x4c2a",
  url: "https://shop.example/soup",
  slug: "soup-sale",
  comment: "For the shop window",
  createdAt: SECONDS,
  updatedAt: SECONDS,
  expiration: Date.parse("2030-01-01T00:00:00Z") / 1_000,
  apple: "https://apps.apple.com/app/id1",
};

const SOUP = { ...custom, name: "Soup", customUrl: "https://shop.example/soup", slug: "soup-sale" };
const UNTIL = { activeUntil: "2030-01-01T00:00:00.000Z" };
/** Of services that append the query of a visit unless a link says otherwise. */
const FORWARDED = { forwardQuery: "true" };
const NOTE = { address: "https://go.acme.example/soup-sale", createdAt: CREATED, visits: 42 };

export const MOVED_SAMPLES: readonly MovedSample[] = [
  {
    source: "Bitly CSV",
    content: csv([
      {
        Bitlink: "https://bit.ly/Soup-Sale",
        Title: "Soup",
        "Long URL": "https://shop.example/soup",
        Tags: "summer, print; web",
        Created: "2024-05-01T10:00:00+0000",
        "Total Clicks": "1,042",
      },
    ]),
    links: 1,
    first: { ...SOUP, slug: "Soup-Sale", tags: "summer | print | web" },
    note: { service: "Bitly", address: "https://bit.ly/Soup-Sale", createdAt: CREATED, visits: 1042 },
  },
  {
    source: "Bitly JSON",
    // Two pages of the API, each on a line.
    content: [
      { links: [bitlink("3abcXyz", { custom_bitlinks: ["https://bit.ly/soup-sale"] }), bitlink("b")] },
      { links: [bitlink("c", { deeplinks: [{ os: "ios" }] })], pagination: { next: "", size: 50, total: 3 } },
    ]
      .map((page) => JSON.stringify(page))
      .join("\n"),
    links: 3,
    first: {
      ...custom,
      name: "Page 3abcXyz",
      customUrl: "https://shop.example/3abcXyz",
      slug: "soup-sale",
      tags: "summer | print",
    },
    note: { service: "Bitly", address: "https://bit.ly/soup-sale", createdAt: CREATED },
  },
  {
    source: "Dub CSV",
    content: csv([
      {
        "Short link": "https://go.acme.example/soup-sale",
        "Destination URL": "https://shop.example/soup",
        Clicks: 42,
        "Created at": CREATED,
        Tags: "summer, print",
        Title: "Soup",
      },
    ]),
    links: 1,
    first: { ...SOUP, tags: "summer | print" },
    note: { service: "Dub", ...NOTE },
  },
  {
    source: "Dub JSON",
    content: JSON.stringify([dub]),
    links: 1,
    first: {
      ...SOUP,
      ...UNTIL,
      name: "Soup-Sale",
      slug: "Soup-Sale",
      tags: "summer",
      endedUrl: "https://shop.example/over",
    },
    note: {
      service: "Dub",
      ...NOTE,
      address: "https://go.acme.example/Soup-Sale",
      note: "For the shop window",
      notCarriedOver: ["the password"],
    },
  },
  {
    source: "Shlink CSV",
    content: csv([
      {
        createdAt: "2024-05-01T12:00:00+02:00",
        domain: "go.acme.example",
        shortCode: "soup-sale",
        shortUrl: "https://go.acme.example/soup-sale",
        longUrl: "https://shop.example/soup",
        title: "Soup",
        tags: "summer|print",
        visits: 42,
      },
    ]),
    links: 1,
    first: { ...FORWARDED, ...SOUP, tags: "summer | print" },
    note: { service: "Shlink", ...NOTE },
  },
  {
    source: "Shlink JSON",
    content: JSON.stringify({ shortUrls: { data: [shlink], pagination: { currentPage: 1, pagesCount: 1 } } }),
    links: 1,
    first: { ...FORWARDED, ...SOUP, ...UNTIL, tags: "summer", activeFrom: "2024-05-01T00:00:00.000Z" },
    note: { service: "Shlink", ...NOTE, notCarriedOver: ["the limit of visits", "redirect rules"] },
  },
  {
    source: "YOURLS CSV",
    content: csv([yourls, { ...yourls, keyword: "1a" }]),
    links: 2,
    first: SOUP,
    note: { service: "YOURLS", createdAt: CREATED, visits: 42 },
  },
  {
    source: "YOURLS JSON",
    content: JSON.stringify({
      links: {
        link_1: {
          shorturl: "https://go.acme.example/soup-sale",
          url: "https://shop.example/soup",
          title: "Soup",
          timestamp: "2024-05-01 10:00:00",
          ip: "192.0.2.1",
          clicks: "42",
        },
      },
      stats: { total_links: "1", total_clicks: "42" },
      statusCode: 200,
    }),
    links: 1,
    first: SOUP,
    note: { service: "YOURLS", ...NOTE },
  },
  {
    source: "Sink JSON",
    content: JSON.stringify({
      version: "1.0",
      exportedAt: CREATED,
      count: 1,
      links: [sink],
      list_complete: true,
    }),
    links: 1,
    first: {
      ...{ ...UNTIL, name: "For the shop window", slug: "soup-sale" },
      ...{ retailer: "choice", intent: "choose_retailer", page: '{"pick":"first"}' },
      offers: JSON.stringify([
        { key: "rule-1", ...custom, customUrl: sink.apple, when: { devices: ["ios"] } },
        { key: "usual", ...custom, customUrl: sink.url },
      ]),
    },
    note: { service: "Sink", createdAt: CREATED, note: "For the shop window" },
  },
  {
    source: "Kutt JSON",
    content: JSON.stringify({ total: 1, limit: 10, skip: 0, data: [kutt] }),
    links: 1,
    first: { ...SOUP, ...UNTIL },
    note: { service: "Kutt", ...NOTE },
  },
  {
    source: "Rebrandly CSV",
    content: csv([
      {
        Domain: "go.acme.example",
        Slashtag: "soup-sale",
        Destination: "https://shop.example/soup",
        Title: "Soup",
      },
    ]),
    links: 1,
    first: SOUP,
    note: { service: "Rebrandly" },
  },
  {
    source: "Rebrandly JSON",
    content: JSON.stringify([rebrandly]),
    links: 1,
    first: SOUP,
    note: { service: "Rebrandly", ...NOTE, address: "go.acme.example/soup-sale" },
  },
  {
    source: "Short.io CSV",
    content: csv([
      {
        "Original URL": "https://shop.example/soup",
        "Short URL": "https://go.acme.example/soup-sale",
        Path: "soup-sale",
        Title: "Soup",
        Clicks: "12,345",
      },
    ]),
    links: 1,
    first: {
      ...FORWARDED,
      ...custom,
      name: "Soup",
      customUrl: "https://shop.example/soup",
      slug: "soup-sale",
    },
    note: { service: "Short.io", address: "https://go.acme.example/soup-sale", visits: 12_345 },
  },
  {
    source: "TinyURL CSV",
    content: csv([
      {
        TinyURL: "https://tinyurl.com/soup-sale",
        "Long URL": "https://shop.example/soup",
        Alias: "soup-sale",
        "Created At": CREATED,
        Hits: "12 345",
      },
    ]),
    links: 1,
    first: { ...custom, name: "soup-sale", customUrl: "https://shop.example/soup", slug: "soup-sale" },
    note: {
      service: "TinyURL",
      address: "https://tinyurl.com/soup-sale",
      createdAt: CREATED,
      visits: 12_345,
    },
  },
  {
    source: "QR Code Generator CSV",
    content: csv([
      {
        Title: "Soup",
        "Short URL": "https://q-r.to/soup-sale",
        "Target URL": "https://shop.example/soup",
        Scans: "12.345",
      },
    ]),
    links: 1,
    first: { ...custom, name: "Soup", customUrl: "https://shop.example/soup", slug: "soup-sale" },
    note: { service: "QR Code Generator", address: "https://q-r.to/soup-sale", visits: 12_345 },
  },
  {
    source: "Rebrandly CSV",
    content: csv([
      {
        "Branded link": "go.acme.example/soup-sale",
        Destination: "https://shop.example/soup",
        Title: "Soup",
        Clicks: 7,
      },
    ]),
    links: 1,
    first: { ...custom, name: "Soup", customUrl: "https://shop.example/soup", slug: "soup-sale" },
    note: { service: "Rebrandly", address: "go.acme.example/soup-sale", visits: 7 },
  },
  {
    source: "Shlink CSV",
    content: csv([
      {
        createdAt: CREATED,
        title: "Soup",
        shortUrl: "https://go.acme.example/soup-sale",
        longUrl: "https://shop.example/soup",
        tags: "a|b",
        visits: 7,
      },
    ]),
    links: 1,
    first: {
      ...FORWARDED,
      ...custom,
      name: "Soup",
      customUrl: "https://shop.example/soup",
      slug: "soup-sale",
      tags: "a | b",
    },
    note: { service: "Shlink", address: "https://go.acme.example/soup-sale", createdAt: CREATED, visits: 7 },
  },
  {
    source: "Bitly CSV",
    content: csv([
      {
        "Short URL": "https://bit.ly/soup-sale",
        "Original URL": "https://shop.example/soup",
        "Date created": CREATED,
        Engagements: 7,
      },
    ]),
    links: 1,
    first: { ...custom, name: "soup-sale", customUrl: "https://shop.example/soup", slug: "soup-sale" },
    note: { service: "Bitly", address: "https://bit.ly/soup-sale", createdAt: CREATED, visits: 7 },
  },
  {
    source: "YOURLS CSV",
    content: csv([
      {
        keyword: "soup-sale",
        url: "https://shop.example/soup",
        title: "Soup &amp; Mom&#039;s &lt;b&gt; &unknown;",
      },
    ]),
    links: 1,
    first: {
      ...custom,
      name: "Soup & Mom's <b> &unknown;",
      customUrl: "https://shop.example/soup",
      slug: "soup-sale",
    },
    note: { service: "YOURLS" },
  },
];
