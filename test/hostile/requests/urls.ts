import { MAX_URL_LENGTH } from "../../../src/ground/core/urls.ts";
import { custom, leadingTo, type Row } from "./row.ts";

const REFUSED = "400 validation_failed: customUrl";
const FORBIDDEN = "422 url_not_allowed: customUrl";
const list = { title: "x", lineItems: [{ name: "x" }] };

/** URLs to which a link may not redirect, in any spelling, and URLs that only look bad. */
export const URLS: readonly Row[] = [
  // Not a web URL.
  ...leadingTo(
    REFUSED,
    "javascript:alert(1)",
    "JAVASCRIPT://x%0aalert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
  ),
  ...leadingTo(
    REFUSED,
    "ftp://example.com/",
    "gopher://x/",
    "ws://x/",
    "blob:https://x/1",
    "view-source:https://x",
    "mailto:a@b",
  ),
  ...leadingTo(
    REFUSED,
    "//example.com",
    "/\\example.com",
    "https:example.com",
    "https:/example.com",
    "https:///example.com",
  ),
  ...leadingTo(
    REFUSED,
    "https://",
    "https://?",
    "https://#",
    "https://exa mple.com",
    "https://[::1",
    "https://[::zz]/",
    "https://a:65536/",
  ),
  ...leadingTo(
    REFUSED,
    "https://a\\@evil.example/",
    "https:\\\\evil.example",
    " https://a/",
    "https://a/\n",
    "https://a/\u2028",
  ),
  ...leadingTo(
    REFUSED,
    "java\tscript:alert(1)",
    "https://a%00b/",
    "https://a<b>/",
    "https://256.256.256.256/",
    "https://0x100000000/",
  ),
  ...leadingTo(REFUSED, "https://%zz/", `https://a/${"x".repeat(MAX_URL_LENGTH)}`, "https://a/\u0000"),
  // Names and passwords.
  ...leadingTo(
    FORBIDDEN,
    "https://user@example.com/",
    "https://user:pass@example.com/",
    "https://:pass@example.com/",
  ),
  ...leadingTo(
    FORBIDDEN,
    "https://example.com@evil.example/",
    "https://example.com%40@evil.example/",
    "https://a:b@c:d@e/",
  ),
  // Loops: the service's own host in every spelling.
  ...leadingTo(
    FORBIDDEN,
    "{origin}",
    "{origin}/",
    "{origin}/{short}",
    "{origin}/{short}?a=b#c",
    "{origin}/dashboard",
  ),
  ...leadingTo(
    FORBIDDEN,
    "HTTP://127.0.0.1:{port}/",
    "http://127.1:{port}/",
    "http://127.0.1:{port}/",
    "http://127.0.0.1.:{port}/",
  ),
  ...leadingTo(
    FORBIDDEN,
    "http://2130706433:{port}/",
    "http://0x7f000001:{port}/",
    "http://0x7f.1:{port}/",
    "http://0177.0.0.1:{port}/",
  ),
  ...leadingTo(
    FORBIDDEN,
    "http://017700000001:{port}/",
    "http://127.0.0.0x1:{port}/",
    "http://１２７.０.０.１:{port}/",
    "http://127。0。0。1:{port}/",
  ),
  ...leadingTo(
    FORBIDDEN,
    "http://%31%32%37.0.0.1:{port}/",
    "http://127.0.0.1:0{port}/",
    "http://127.0\u00ad.0.1:{port}/",
  ),
  ...leadingTo(
    FORBIDDEN,
    "http://@127.0.0.1:{port}/",
    "https://127.0.0.1:{port}/",
    "http://127.0.0.1:{port}/x/../{short}",
  ),
  ["POST /v1/links", { body: custom({ fallbackUrl: "{origin}/x" }) }, "422 url_not_allowed: fallbackUrl"],
  [
    "POST /v1/links",
    { body: custom({ customUrl: "https://u@a/", fallbackUrl: "{origin}/x" }) },
    "422 url_not_allowed: customUrl, fallbackUrl",
  ],
  ["POST /v1/links/preview", { body: custom({ customUrl: "{origin}/{short}" }) }, FORBIDDEN],
  ["PATCH /v1/links/{link}", { body: { customUrl: "{origin}/{short}" } }, FORBIDDEN],
  ["PATCH /v1/links/{link}", { body: { customUrl: "javascript:alert(1)" } }, REFUSED],
  ["PATCH /v1/links/{link}", { body: { customUrl: null } }, REFUSED],
  [
    "POST /v1/links",
    { body: custom({ options: { delivery_app: { shoppingList: { ...list, imageUrl: "javascript:x" } } } }) },
    "400 validation_failed: options.delivery_app.shoppingList.imageUrl",
  ],
  [
    "POST /v1/links",
    {
      body: custom({ options: { delivery_app: { shoppingList: { ...list, imageUrl: "https://u:p@x/" } } } }),
    },
    "422 url_not_allowed: options.delivery_app.shoppingList.imageUrl",
  ],
  // Another port of the same machine, and hosts that only resemble ours, are other sites.
  ...leadingTo(
    "201",
    "http://127.0.0.1/",
    "http://127.0.0.1:1/",
    "http://127.0.0.2:{port}/",
    "http://127.0.0.1.evil.example:{port}/",
  ),
  ...leadingTo(
    "201",
    "http://evil.example:{port}/127.0.0.1",
    "https://example.com/?u={origin}",
    "https://example.com/#@{origin}",
  ),
  ...leadingTo(
    "201",
    "https://xn--mnchen-3ya.example/",
    "https://münchen.example/",
    "https://раураl.example/",
    "https://xn--a/",
    "http://[::ffff:7f00:1]/",
  ),
  ...leadingTo(
    "201",
    "https://EXAMPLE.com:443/a/../b",
    "https://example.com/%2e%2e/%00",
    "https://example.com/\u202e",
  ),
];
