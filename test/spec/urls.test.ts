import { describe, expect, test } from "vitest";
import { definitionOf } from "../../src/features/links/link.ts";
import { linkStore } from "../../src/features/links/link-store.ts";
import { MAX_URL_LENGTH } from "../../src/ground/core/urls.ts";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { withVariables } from "../faults/with-variables.ts";
import { type Json, post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { setAt } from "./fields.ts";
import { type Stored, storedIn } from "./stored.ts";

const SHORT = "https://go.example.com";
const API = "https://api.example.com:8443";

const shared = await useService({ config: { main: "test/faults/worker.ts" } });
const service = withVariables(shared, { SHORT_LINK_ORIGIN: SHORT, API_ORIGIN: API });
let before: Stored;
const { key } = await service.issueKey();

/** The URL fields of a body. The first two can become the destination. */
const DESTINATIONS = ["customUrl", "fallbackUrl"];
const SHOWN = [
  "options.delivery_app.shoppingList.imageUrl",
  "options.delivery_app.recipe.imageUrl",
  "options.delivery_app.recipe.landingPageConfiguration.partnerLinkbackUrl",
];
const EVERYWHERE = [...DESTINATIONS, ...SHOWN];

function bodyWith(url: string, fields = EVERYWHERE): Json {
  const body = linkBody("custom custom_url", {
    options: {
      delivery_app: {
        shoppingList: { title: "x", lineItems: [{ name: "x", quantity: 1 }] },
        recipe: { title: "x", ingredients: [{ name: "x", quantity: 1 }] },
        routingMode: "no_preference",
      },
    },
  });
  for (const field of fields) setAt(body, field, url);
  return body;
}

const send = (body: Json) => post(service, "/v1/links", body, { key });

const GOOD = [
  ..."https://example.com http://a https://a:8443/ http://127.0.0.1/ HTTPS://EXAMPLE.COM:443/../%zz".split(
    " ",
  ),
  ..."http://[2001:db8::1]:8080/x https://xn--mnchen-3ya.de/ https://münchen.de/ü?q=😀 https://例え.テスト".split(
    " ",
  ),
  ..."https://a/javascript:x https://a/?u=http:/y&&#c https://a/@b https://a.example./ http://127.1/".split(
    " ",
  ),
  ..."https://go.example.com.evil.test/ https://notgo.example.com/ https://a/?x=go.example.com".split(" "),
  `https://example.com/${"x".repeat(MAX_URL_LENGTH - 20)}`,
];

const BAD = [
  ..."/x x //example.com/x ?x #x javascript:alert(1) JavaScript:alert(1) data:,x ftp://example.com/".split(
    " ",
  ),
  ..."mailto:a@example.com blob:https://example.com/x file:///etc/passwd ws://a/ about:blank urn:x:y".split(
    " ",
  ),
  ..."http:/example.com http:example.com https:///example.com https:////a https:// http://: http://?x".split(
    " ",
  ),
  ..."http://a:99999/ http://a:b/ http://[::1 http://[x]/ http://a%00b/ http://a<b/ https//example.com".split(
    " ",
  ),
  ...["", " ", " https://a/", "https://a/ ", "https://a b/", "https://a/b c", "\thttps://a/", "https://a/\n"],
  ...[
    "https://a/\r\nSet-Cookie:x",
    "java\nscript:x",
    "https://a/\t",
    "https://a\\b/",
    "https:\\\\a/",
    "https:/\\a",
  ],
  ...["https://a/\u00a0", "https://a/\u007f", "https://a/\u0085", "https://a/\u2028", "\ufeffhttps://a/"],
  ...["https://a/\0", "https://a/\ud83d", "https://a/\udc00x"],
  `https://example.com/${"x".repeat(MAX_URL_LENGTH - 19)}`,
  `https://example.com/${"ü".repeat(MAX_URL_LENGTH / 6)}`,
];

describe("spec: string (URI); design: a URL that is not absolute http(s) returns 400", () => {
  test.each(GOOD)("%s is accepted and stored as sent", async (url) => {
    const body = bodyWith(url);
    const { id } = expectLink(await send(body));
    const stored = await linkStore(service.env.DB).find(id);
    expect(stored && definitionOf(stored)).toEqual(body);
  });

  test("all other URLs are rejected with their fields", async () => {
    before = await storedIn(service);
    for (const url of BAD) {
      const error = expectError(await send(bodyWith(url)), 400, "validation_failed");
      expect(error.details?.map(({ field }) => field).sort(), url).toEqual(EVERYWHERE.toSorted());
    }
    expect(await storedIn(service)).toEqual(before);
  });
});

describe("design: destination on our own hosts (a loop), user:password in a URL: 422 url_not_allowed", () => {
  const OWN = [
    ..."https://go.example.com https://GO.EXAMPLE.COM/x https://go.example.com./ http://go.example.com/".split(
      " ",
    ),
    ..."https://go.example.com:443/x http://go.example.com:80 http://go.example.com:443/ https://go.example.com:80".split(
      " ",
    ),
    ..."https://g%6F.example.com/ https://go。example。com/ https://ｇｏ.example.com/ https://go.exam\u00adple.com/".split(
      " ",
    ),
    ..."https://go.example.com?x https://go.example.com#x https://api.example.com:8443/v1 https://@go.example.com/".split(
      " ",
    ),
  ];
  const SECRET = [
    ..."https://user:pass@example.com/ https://user@example.com/ https://:pass@example.com/ http://%20@a/".split(
      " ",
    ),
    "https://a@b@example.com/",
  ];

  test.each(OWN)("rejects our own host: %s", async (url) => {
    before = await storedIn(service);
    const error = expectError(await send(bodyWith(url)), 422, "url_not_allowed");
    // Images and return URLs on our own hosts cause no loop.
    expect(error.details?.map(({ field }) => field)).toEqual(DESTINATIONS);
    expectLink(await send(bodyWith(url, SHOWN)));
    expect(await storedIn(service)).toMatchObject({ links: before.links + 1 });
  });

  test.each(SECRET)("rejects credentials: %s", async (url) => {
    before = await storedIn(service);
    const error = expectError(await send(bodyWith(url)), 422, "url_not_allowed");
    expect(error.details?.map(({ field }) => field).sort()).toEqual(EVERYWHERE.toSorted());
    expect(await storedIn(service)).toEqual(before);
  });

  test("another port of our own host is another service", async () => {
    expectLink(await send(bodyWith("https://go.example.com:8443/")));
    expectLink(await send(bodyWith("https://api.example.com/")));
  });
});
