import { beforeAll, describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink, expectQrCode } from "../expectations.ts";
import { withVariables } from "../faults/with-variables.ts";
import { get, post } from "../requests.ts";
import type { IssuedKey } from "../service.ts";
import { useService } from "../use-service.ts";

const shared = await useService({ config: { main: "test/faults/worker.ts" } });

/** Headers in which a client or proxy may claim another host. */
const CLAIMS = {
  "X-Forwarded-Host": "evil.example",
  "X-Forwarded-Proto": "gopher",
  "X-Forwarded-Port": "1234",
  "X-Original-Host": "evil.example",
  Forwarded: "host=evil.example;proto=http",
};
const SHORT = "https://go.example";
const API = "https://api.example";

const CONFIGURATIONS = [
  {
    name: "configured",
    vars: { SHORT_LINK_ORIGIN: SHORT, API_ORIGIN: API },
    at: "http://evil.example",
    short: SHORT,
    api: API,
  },
  {
    name: "not set (local): that of the request",
    vars: {},
    at: "http://a.local",
    short: "http://a.local",
    api: "http://a.local",
  },
  {
    name: "one of them set",
    vars: { SHORT_LINK_ORIGIN: SHORT },
    at: "http://b.workers.dev:8443",
    short: SHORT,
    api: "http://b.workers.dev:8443",
  },
];

describe.each(CONFIGURATIONS)(
  "design: absolute URLs come from configuration, $name",
  ({ vars, at, short, api }) => {
    const service = withVariables(shared, vars);
    let full: IssuedKey;
    beforeAll(async () => {
      full = await service.issueKey();
    });
    const create = (changes: object = {}) =>
      post(service, `${at}/v1/links`, linkBody("custom custom_url", changes), { ...full, headers: CLAIMS });

    test("shortLink, encodedUrl, imageUrl, Location and the server in openapi.json use them", async () => {
      const created = await create();
      const { id, shortId, shortLink, qrCode } = expectLink(created);
      const image = (identifier: string) => `${short}/qr/qr_${id}_${identifier}.svg`;
      expect(shortLink).toBe(`${short}/${shortId}`);
      expect(qrCode).toMatchObject({ encodedUrl: `${shortLink}?qr=default`, imageUrl: image("default") });
      expect(created.headers.get("Location")).toBe(`${api}/v1/links/${id}`);
      const options = { ...full, headers: CLAIMS };
      const read = expectLink(await get(service, `${at}/v1/links/${id}`, options), 200);
      expect(read).toMatchObject({ shortLink, qrCode });
      const added = await post(service, `${at}/v1/links/${id}/qr-codes`, { identifier: "shelf" }, options);
      expect(expectQrCode(added)).toMatchObject({
        encodedUrl: `${shortLink}?qr=shelf`,
        imageUrl: image("shelf"),
      });
      const { servers } = (await get(service, `${at}/openapi.json`, { headers: CLAIMS })).json;
      expect(servers).toEqual([expect.objectContaining({ url: api })]);
      expect(created.text + added.text + (await get(service, `${at}/openapi.json`)).text).not.toContain(
        "evil.example",
      );
    });

    test("a destination on either origin is a loop: 422", async () => {
      const own = (origin: string) => {
        const { protocol, host } = new URL(origin);
        return [
          `${origin}/abcdefgh`,
          `${protocol}//${host.toUpperCase()}/x?y#z`,
          `${protocol}//${host.replace(/(?=:|$)/, ".")}/`,
        ];
      };
      for (const url of [...own(short), ...own(api)]) {
        expectError(await create({ customUrl: url }), 422, "url_not_allowed");
        expectError(await create({ fallbackUrl: url }), 422, "url_not_allowed");
      }
      const { hostname } = new URL(short);
      for (const host of [`${hostname}.elsewhere.example`, `not-${hostname}`]) {
        expectLink(await create({ customUrl: `https://${host}/?to=${encodeURIComponent(short)}` }));
      }
    });
  },
);
