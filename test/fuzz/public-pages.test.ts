// @module-tag all
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DatabaseRows } from "../database-rows.ts";
import { patience, runs, SEED } from "../seeds.ts";
import { useService } from "../use-service.ts";
import { damaged, heads, MARK, queryOf, spelled } from "./public-heads.ts";
import { expectSound, sayingOf, storedBesidesVisits } from "./public-judge.ts";
import { API, type PublicLink, publicThings, SHORT } from "./public-things.ts";
import { type RawRequest, rawRequests } from "./raw-request.ts";

const service = await useService({
  vars: { SHORT_LINK_ORIGIN: SHORT, API_ORIGIN: API, AMAZON_ASSOCIATES_TAG: "brand-20" },
});
const { ask, close } = rawRequests(service.url);
const { links, sharedPath } = await publicThings(service);

let stored: DatabaseRows["rows"];
beforeAll(async () => {
  stored = await storedBesidesVisits(service.env.DB);
});
afterAll(async () => {
  close();
  expect(await storedBesidesVisits(service.env.DB)).toEqual(stored);
});

const parameters = (count: number) => ({ numRuns: runs(count), seed: SEED });

let clients = 0;
/** A request of a separate client, because limits count per client. */
const asked = (request: RawRequest): RawRequest => {
  const client = ++clients;
  const address = `198.${18 + (client >> 16)}.${(client >> 8) & 255}.${client & 255}`;
  return { ...request, headers: { "CF-Connecting-IP": address, ...request.headers } };
};

/** Requests twice, the second time from caches, and once more only the head. */
async function askAll(request: RawRequest, leadsTo: (location: string) => boolean) {
  const sent = asked(request);
  const first = await ask(sent);
  expectSound(sent, first, leadsTo);
  const again = await ask(sent);
  expect(sayingOf(again)).toEqual(sayingOf(first));
  const head = await ask({ ...sent, method: "HEAD" });
  expect(head.text).toBe("");
  expectSound(sent, head, leadsTo);
  return { first, head };
}

/** The possible locations of a link's URLs: its destinations, and its page for the URL of a removed offer. */
const leadingOf =
  ({ leadsTo, paths }: PublicLink) =>
  (location: string): boolean =>
    leadsTo.includes(location) ||
    paths.some((path) => new RegExp(`^${SHORT}${path}(?:\\?qr=[A-Za-z0-9-]{3,64})?$`).test(location));

const linkQuery = queryOf({
  qr: ["default", "shelf-1", "x"],
  all: ["1", "0"],
  choose: ["1"],
  remember: ["1", "0", "2"],
});

describe("short links", () => {
  const link = fc.constantFrom(...links);
  const address = link.chain((found) => {
    const offers = found.offers.length > 0 ? found.offers : ["web"];
    const path = fc.tuple(
      fc.constantFrom(...found.paths),
      fc.oneof(
        { weight: 3, arbitrary: fc.constant("") },
        { weight: 2, arbitrary: fc.constantFrom(...offers, "nope").map((key) => `/${key}`) },
      ),
    );
    return path.map(([name, key]) => ({ found, path: name + key }));
  });

  test("the same address in another spelling gets the same response, from every kind of cache", {
    timeout: patience(),
  }, async () => {
    const cases = address.chain(({ found, path }) =>
      fc.record({
        found: fc.constant(found),
        path: fc.constant(path),
        other: spelled(path),
        query: linkQuery,
        headers: heads,
      }),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ({ found, path, other, query, headers }) => {
        const leadsTo = leadingOf(found);
        const { first, head } = await askAll({ path: path + query, headers }, leadsTo);
        // A remembered shop opens only for people: a HEAD is a program's.
        if (headers.Cookie === undefined)
          expect([head.status, head.headers.location]).toEqual([first.status, first.headers.location]);
        const spelledOtherwise = asked({ path: other + query, headers });
        expect(sayingOf(await ask(spelledOtherwise))).toEqual(sayingOf(first));
      }),
      parameters(150),
    );
  });

  test("an address that nearly matches redirects nowhere else", { timeout: patience() }, async () => {
    const cases = address.chain(({ found, path }) =>
      fc.record({ found: fc.constant(found), path: damaged(path), query: linkQuery, headers: heads }),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ({ found, path, query, headers }) => {
        await askAll({ path: path + query, headers }, leadingOf(found));
      }),
      parameters(120),
    );
  });
});

/** The possible locations of other URLs: the dashboard from `/`, and the endedUrl of an old list. */
const ELSEWHERE = ["/dashboard", ...links.flatMap(({ leadsTo }) => leadsTo)];
const leadsElsewhere = (location: string): boolean =>
  ELSEWHERE.includes(location) || links.some((link) => leadingOf(link)(location));

const listPaths = links.flatMap(({ paths: [path], offers }) => [
  `/lists${path}`,
  ...offers.map((offer) => `/lists${path}/${offer}`),
]);
const reportQuery = {
  days: ["7"],
  from: ["2026-01-01"],
  country: ["US"],
  link: [links[0]?.id ?? ""],
  by: ["day"],
};
const PATHS: Readonly<Record<string, [paths: string[], query: Record<string, string[]>, count: number]>> = {
  "lists and recipes": [listPaths, { all: ["1"], lang: ["de"] }, 40],
  "shared reports": [[sharedPath, "/shared/x", `/shared/${"x".repeat(43)}`, "/shared"], reportQuery, 20],
  "the documents": [
    [
      "/docs",
      "/docs/",
      "/docs.md",
      "/docs/errors.md",
      "/docs/x",
      "/llms.txt",
      "/llms-full.txt",
      "/openapi.json",
    ],
    { q: ["link", "<b>", MARK], scopes: ["links:read", "links:read,x", MARK] },
    8,
  ],
  "everything else": [
    ["/", "/health", "/ready", "/robots.txt", "/favicon.ico", "/sitemap.xml", "/.well-known/security.txt"]
      .concat([
        "/.well-known/",
        "/assets/x.css",
        "/assets/",
        "/brands/x",
        "/brands/",
        "/qr/",
        "/qr/x.svg",
        "/nope",
      ])
      .concat([
        "/v1",
        "/v1/links",
        "/v1/nope",
        "/mcp",
        "/index.php",
        "/00000000",
        "/no-such-slug",
        "/cdn-cgi/x",
      ]),
    { q: [MARK], url: ["https://other.example"], next: ["//other.example"] },
    120,
  ],
};

describe.each(Object.entries(PATHS))("%s", (_, [paths, query, count]) => {
  test("respond correctly to any request", { timeout: patience() }, async () => {
    const path = fc
      .constantFrom(...paths)
      .chain((each) =>
        fc.oneof({ weight: 3, arbitrary: fc.constant(each) }, { weight: 1, arbitrary: damaged(each) }),
      );
    await fc.assert(
      fc.asyncProperty(path, queryOf(query), heads, async (asks, search, headers) => {
        const { first, head } = await askAll({ path: asks + search, headers }, leadsElsewhere);
        expect([head.status, head.headers.location]).toEqual([first.status, first.headers.location]);
        const { etag } = first.headers;
        if (etag === undefined || first.status !== 200) return;
        // The entity tag is enough for a 304, alone or in a list.
        for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, '"x"']) {
          const known = asked({ path: asks + search, headers: { ...headers, "If-None-Match": tags } });
          const answer = await ask(known);
          expect([tags, answer.status]).toEqual([tags, tags === '"x"' ? 200 : 304]);
          expectSound(known, answer, leadsElsewhere);
        }
      }),
      parameters(count),
    );
  });
});

test("methods that write change nothing, and get the same response each time", {
  timeout: patience(),
}, async () => {
  const paths = [...Object.values(PATHS).flatMap(([each]) => each), ...links.flatMap((link) => link.paths)];
  const methods = fc.constantFrom("POST", "PUT", "DELETE", "OPTIONS", "PATCH");
  const bodies = fc.constantFrom(undefined, "", "{}", MARK, "x".repeat(100_000));
  await fc.assert(
    fc.asyncProperty(
      methods,
      fc.constantFrom(...paths),
      bodies,
      heads,
      async (method, path, body, headers) => {
        const sent = asked({ method, path, headers, body });
        const first = await ask(sent);
        expectSound(sent, first, () => false);
        expect(first.status).toBeGreaterThanOrEqual(400);
        expect(sayingOf(await ask(sent))).toEqual(sayingOf(first));
      },
    ),
    parameters(80),
  );
});
