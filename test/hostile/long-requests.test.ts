import { afterAll, expect, test } from "vitest";
import { choiceBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { GTIN, startGtinService } from "../spec/gtin.ts";
import { sendRaw } from "../spec/raw-http.ts";
import { expectSteadyGrowth, PIECES, repeated, usualTime } from "./growth.ts";

const { service, key, body, create, ask } = await startGtinService();
afterAll(() => service.close());
await create.call({ body }, { slug: "summer", gtin: GTIN, forwardQuery: true });
const sent = choiceBody({ projectId: "brand", slug: "choose-here", forwardQuery: true });
const { shortId } = expectLink(await post(service, "/v1/links", sent, { key }));

const usual = await usualTime(() => ask("/summer"));
const LENGTH = 3_500;
const OF_KEY = { "X-Service-API-Key": key };

/** A text as a client can send it in a query, and in a path, which a question mark would end. */
const inQuery = (text: string): string => text.replace(/[ #\\]/g, encodeURIComponent);
const inPath = (text: string): string => inQuery(text).replaceAll("?", "%3F");

test.each(["localhost", "unknown.localhost", "id.localhost"])("paths on %s", async (host) => {
  for (const start of ["/", "/summer"])
    for (const piece of PIECES) {
      const request = (length: number) => ask(`${start}${inPath(repeated(piece, length))}x`, { host });
      await expectSteadyGrowth(request, LENGTH, usual);
    }
});

test("a path of more than 2,000 characters is unknown, with any sentence behind a link", async () => {
  for (const host of ["localhost", "unknown.localhost", "id.localhost"])
    expect((await ask(`/summer${"!".repeat(2_000)}`, { host })).status, host).toBe(404);
  expect((await ask(`/summer).?${"x".repeat(5_000)}`)).status).toBe(302);
});

/** A GTIN's redirect has the query of its request, whose encodings make the header longer than this client reads. */
function tooLong({ cause }: Error): void {
  expect(cause).toHaveProperty("code", "UND_ERR_HEADERS_OVERFLOW");
}

const PAGES = ["/summer", "/choose-here", `/${shortId}/x`, `/01/${GTIN}`, "/none", "/v1/links", "/docs"];

test.each(PAGES)("queries of %s", async (path) => {
  for (const start of ["", "qr=", "via="])
    for (const piece of PIECES) {
      const request = (length: number) =>
        ask(`${path}?${start}${inQuery(repeated(piece, length))}x`, { headers: OF_KEY }).catch(tooLong);
      await expectSteadyGrowth(request, LENGTH, usual);
    }
});

const HEADERS = [
  ..."Accept Accept-Language Accept-Encoding User-Agent Referer If-None-Match If-Match Cookie".split(" "),
  ..."Authorization X-Service-API-Key X-Correlation-Id Idempotency-Key Origin Sec-Fetch-Site".split(" "),
  ..."CF-IPCountry CF-Connecting-IP Cf-Access-Jwt-Assertion Content-Type Forwarded".split(" "),
  ..."Sec-Purpose Purpose X-Purpose X-Moz".split(" "),
];
/** Before the pieces, where a reader may begin. */
const STARTS: Readonly<Record<string, string>> = {
  Authorization: "Bearer ",
  Referer: "https://",
  Cookie: "a=b;",
};
const IN_HEADERS = [..."! ,;=/(a.", '"', "a,", "; a=", "%20"];

test.each(HEADERS)("the header %s", async (name) => {
  for (const [method, path] of [
    ["GET", "/summer?qr=default"],
    ["GET", "/choose-here"],
    ["GET", `/01/${GTIN}`],
    ["POST", "/v1/links/bulk"],
    ["GET", "/dashboard"],
  ] as const)
    for (const piece of IN_HEADERS) {
      const request = (length: number) => {
        const headers = { ...OF_KEY, [name]: `${STARTS[name] ?? ""}${repeated(piece, length)}x` };
        return ask(path, { method, headers });
      };
      await expectSteadyGrowth(request, LENGTH, usual);
    }
});

test("the header Host", async () => {
  for (const path of ["/summer", "/summer)", "/v1/links"])
    for (const piece of [..."a.-1:[%_~!", "a.", "a-", "1.", "xn--a."])
      for (const end of ["", ".localhost", ".workers.dev", ":1"]) {
        const request = (length: number) => {
          const headers = { Host: repeated(piece, length) + end };
          return sendRaw(new URL(path, service.url), { method: "GET", headers }, []).catch(() => undefined);
        };
        await expectSteadyGrowth(request, LENGTH, usual);
      }
});
