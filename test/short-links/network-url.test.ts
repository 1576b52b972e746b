import { describe, expect, test } from "vitest";
import { affiliateIn } from "../../src/features/short-links/affiliate-settings.ts";
import {
  exampleIn,
  type NetworkRetailer,
  networkUrlProblem,
  wrapped,
} from "../../src/features/short-links/network-url.ts";
import { destinationIn, NETWORKS, networkOf } from "../../src/features/short-links/networks.ts";
import { variableReader } from "../../src/ground/platform/variable-reader.ts";

const PAGE = "https://www.walmart.com/ip/1?utm_source=a";
const ENCODED = encodeURIComponent(PAGE);
const IMPACT = "https://goto.walmart.com/c/1/2/3";
/** As networks show it: a link to some page of the shop. */
const SAMPLE = "https://www.walmart.com/ip/999";

describe("the destination is where the network reads it, and only there", () => {
  test.each([
    // Impact
    [IMPACT, `${IMPACT}?u=${ENCODED}`],
    [`${IMPACT}?u`, `${IMPACT}?u=${ENCODED}`],
    [`${IMPACT}?u=`, `${IMPACT}?u=${ENCODED}`],
    [`${IMPACT}?u=&subId1=a`, `${IMPACT}?subId1=a&u=${ENCODED}`],
    [`${IMPACT}?u={url}`, `${IMPACT}?u=${ENCODED}`],
    [`${IMPACT}?u=%7Burl%7D&veh=aff`, `${IMPACT}?veh=aff&u=${ENCODED}`],
    [`${IMPACT}?u=[[ENCODED_DESTINATION_URL]]`, `${IMPACT}?u=${ENCODED}`],
    [`${IMPACT}?u=<landing page>`, `${IMPACT}?u=${ENCODED}`],
    [`${IMPACT}?u=YOUR_URL`, `${IMPACT}?u=${ENCODED}`],
    [`${IMPACT}?u=%%link%%`, `${IMPACT}?u=${ENCODED}`],
    [`${IMPACT}?veh=aff&u=${encodeURIComponent(SAMPLE)}`, `${IMPACT}?veh=aff&u=${ENCODED}`],
    [`${IMPACT}?u=${encodeURIComponent(encodeURIComponent(SAMPLE))}`, `${IMPACT}?u=${ENCODED}`],
    [`${IMPACT}?u=${SAMPLE}&subId1=a`, `${IMPACT}?subId1=a&u=${ENCODED}`],
    [`${IMPACT}?subId1=a&u=${SAMPLE}?athcpid=1&b=2`.replace("&b=2", ""), `${IMPACT}?subId1=a&u=${ENCODED}`],
    [`${IMPACT}?u=www.walmart.com/ip/9`, `${IMPACT}?u=${ENCODED}`],
    [
      `${IMPACT}?subId1={clickid}&subId2={link_id}`,
      `${IMPACT}?subId1={clickid}&subId2={link_id}&u=${ENCODED}`,
    ],
    [
      "https://goto.walmart.com/m/1/2/3?veh=aff&sourceid=4",
      `https://goto.walmart.com/m/1/2/3?veh=aff&sourceid=4&u=${ENCODED}`,
    ],
    ["https://walmart.pxf.io/c/1/2/3", `https://walmart.pxf.io/c/1/2/3?u=${ENCODED}`],
    ["https://deals.brand.example/c/1/2/3?u=", `https://deals.brand.example/c/1/2/3?u=${ENCODED}`],
    [`${IMPACT}?u=&amp;subId1=a`, `${IMPACT}?subId1=a&u=${ENCODED}`],
    // Others
    [
      "https://click.linksynergy.com/deeplink?id=a&mid=2&murl=&u1=x",
      `https://click.linksynergy.com/deeplink?id=a&mid=2&u1=x&murl=${ENCODED}`,
    ],
    [
      "https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&clickref=a",
      `https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&clickref=a&ued=${ENCODED}`,
    ],
    [
      `https://www.awin1.com/cread.php?awinmid=1&p=${encodeURIComponent(SAMPLE)}&awinaffid=2`,
      `https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&p=${ENCODED}`,
    ],
    [
      "https://www.shareasale.com/r.cfm?b=1&u=123456&m=3&urllink=&afftrack=",
      `https://www.shareasale.com/r.cfm?b=1&u=123456&m=3&afftrack=&urllink=${ENCODED}`,
    ],
    ["https://www.anrdoezrs.net/click-1-2?sid=a", `https://www.anrdoezrs.net/click-1-2?sid=a&url=${ENCODED}`],
    ["https://www.tkqlhce.com/click-1-2?URL=", `https://www.tkqlhce.com/click-1-2?URL=${ENCODED}`],
    ["https://www.anrdoezrs.net/links/1/type/dlg", `https://www.anrdoezrs.net/links/1/type/dlg/${PAGE}`],
    [
      "https://www.anrdoezrs.net/links/1/type/dlg/sid/a/",
      `https://www.anrdoezrs.net/links/1/type/dlg/sid/a/${PAGE}`,
    ],
    [
      `https://www.anrdoezrs.net/links/1/type/dlg/sid/a/${SAMPLE}?x=1&y=2`,
      `https://www.anrdoezrs.net/links/1/type/dlg/sid/a/${PAGE}`,
    ],
    [
      "https://prf.hn/click/camref:1/pubref:a",
      `https://prf.hn/click/camref:1/pubref:a/destination:${ENCODED}`,
    ],
    [
      `https://prf.hn/click/camref:1/destination:${SAMPLE}`,
      `https://prf.hn/click/camref:1/destination:${ENCODED}`,
    ],
    [
      "https://prf.hn/click/camref:1/destination:{url}",
      `https://prf.hn/click/camref:1/destination:${ENCODED}`,
    ],
    ["https://redirect.viglink.com/?key=a", `https://redirect.viglink.com/?key=a&u=${ENCODED}`],
    [
      "https://go.skimresources.com?id=1X2&xs=1&url=",
      `https://go.skimresources.com/?id=1X2&xs=1&url=${ENCODED}`,
    ],
    // Networks that are not known
    ["https://net.example/go?a=1", `https://net.example/go?a=1&u=${ENCODED}`],
    ["https://net.example/go?deeplink={url}&a=1", `https://net.example/go?a=1&deeplink=${ENCODED}`],
    ["https://net.example/go?goto=&a=", `https://net.example/go?a=&goto=${ENCODED}`],
    [
      `https://net.example/go?x=${encodeURIComponent(SAMPLE)}&u=12`,
      `https://net.example/go?u=12&x=${ENCODED}`,
    ],
    ["https://net.example/go/{url}?a=1", `https://net.example/go/${ENCODED}?a=1`],
    ["https://net.example/go?type=link&a=page", `https://net.example/go?type=link&a=page&u=${ENCODED}`],
  ])("%s", (url, expected) => {
    expect(networkUrlProblem(url, "bigbox_w")).toBeUndefined();
    expect(wrapped(url, "bigbox_w", PAGE, "")).toBe(expected);
    expect(exampleIn(url, "bigbox_w")).toContain(
      expected.includes(ENCODED) ? "https%3A%2F%2Fwww.walmart.com%2Fip%2F" : "https://www.walmart.com/ip/",
    );
  });
});

describe("what can be read in several ways, or in none, is refused with what to paste", () => {
  test.each([
    ["http://goto.walmart.com/c/1/2/3", "must be an https URL"],
    ["goto.walmart.com/c/1/2/3", "must be an https URL"],
    ["https://a:b@goto.walmart.com/c/1/2/3", "must not contain credentials"],
    [`${IMPACT}#x`, "must not have a part after #"],
    [`${IMPACT}?u=https%3A%2F%2Fbrand.example%2F`, "paste it as https://goto.walmart.com/c/1/2/3"],
    [`${IMPACT}?u=https%3A%2F%2Fwww.target.com%2Fp%2F-%2FA-1`, "must have its destination in u"],
    // The URL of a network is no page of the shop, although its host is below the shop's.
    [`${IMPACT}?u=https%3A%2F%2Fgoto.walmart.com%2Fc%2F1`, "paste it as https://goto.walmart.com/c/1/2/3"],
    [`${IMPACT}?u=1234`, "must have its destination in u"],
    [`${IMPACT}?u=&u=`, "must have its destination in u"],
    [`${IMPACT}?u=&url={url}`, "must have its destination in u"],
    [`${IMPACT}?url={url}`, "must have its destination in u"],
    [`${IMPACT}?u=${SAMPLE}?a=1&b=2`, "without its destination"],
    ["https://www.awin1.com/cread.php?awinmid=1&ued=&p=", "must have its destination in ued"],
    ["https://www.anrdoezrs.net/links/1/type/dlg/https://brand.example/", "without its destination"],
    ["https://www.anrdoezrs.net/links/1/type/dlg?a=1", "without its destination"],
    ["https://prf.hn/click/camref:1/destination:https://brand.example/", "without its destination"],
    ["https://net.example/go?u=1234", "must have {url} where your network reads"],
    ["https://net.example/go?to=https%3A%2F%2Fbrand.example%2F", "must have {url} where your network reads"],
    ["https://net.example/go?u=&url=", "must have {url} where your network reads"],
    ["https://net.example/{url}/{url}", "must have {url} where your network reads"],
    ["https://net.example/{url}?u=", "must have {url} where your network reads"],
    [SAMPLE, "not a page of the shop"],
    ["https://walmart.com/?u=", "not a page of the shop"],
    ["https://www.target.com/p/-/A-1", "not a page of the shop"],
    ["https://www.amazon.com/dp/B000000001", "not a page of the shop"],
    ["https://goto.target.com/c/1/2/3", "must be the link for walmart.com"],
  ])("%s", (url, problem) => {
    expect(networkUrlProblem(url, "bigbox_w")).toContain(problem);
    expect(exampleIn(url, "bigbox_w")).toBeNull();
    const { affiliate, problems } = read({ WALMART_AFFILIATE_URL: url });
    expect([affiliate, problems]).toEqual([{}, [expect.stringContaining(`WALMART_AFFILIATE_URL must`)]]);
  });
});

function read(env: Record<string, string>) {
  const variables = variableReader(env);
  return { affiliate: affiliateIn(variables), problems: variables.problems };
}

test.each([
  ["https://go.example.com/abcd2345", { SHORT_LINK_ORIGIN: "https://go.example.com" }],
  ["https://api.example.com/x", { API_ORIGIN: "https://api.example.com" }],
  ["https://links.example.com/abcd2345", { DOMAIN_ROUTES: "links.example.com/*,*.brand.example/*" }],
  ["https://go.brand.example/abcd2345?u=", { DOMAIN_ROUTES: "links.example.com/*,*.brand.example/*" }],
])("a deployment's own address %s is no network", (url, env) => {
  expect(read({ ...env, TARGET_AFFILIATE_URL: url })).toEqual({
    affiliate: {},
    problems: ["TARGET_AFFILIATE_URL must not point to this service"],
  });
});

test("each network of the table takes its sample, for every retailer, and its destination is found again", () => {
  for (const { name, sample } of NETWORKS) {
    const retailer: NetworkRetailer = "bigbox_w";
    expect([name, networkUrlProblem(sample, retailer)]).toEqual([name, undefined]);
    const url = new URL(wrapped(sample, retailer, PAGE, ""));
    expect([name, networkOf(url)?.name, destinationIn(url)]).toEqual([name, name, PAGE]);
  }
});
