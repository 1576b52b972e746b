import { describe, expect, test } from "vitest";
import { ofVisit } from "../../src/features/short-links/apply-visit-query.ts";
import { visitDestinations } from "../../src/features/short-links/commission.ts";
import type { Affiliate } from "../../src/features/short-links/earners.ts";
import { wrapped } from "../../src/features/short-links/network-url.ts";
import { codeSubId, subIdOfVisit } from "../../src/features/short-links/sub-id.ts";
import { visitQueryOf } from "../../src/features/short-links/visit-query.ts";

const PAGE = "https://www.walmart.com/ip/1?utm_source=a";
const ENCODED = encodeURIComponent(PAGE);
const ID = "mcvr15dj";

describe("design: networks report from which link an order came", () => {
  test.each([
    ["https://goto.walmart.com/c/1/2/3", `https://goto.walmart.com/c/1/2/3?subId1=${ID}&u=${ENCODED}`],
    [
      "https://deals.brand.example/c/1/2/3?u=&x=1",
      `https://deals.brand.example/c/1/2/3?x=1&subId1=${ID}&u=${ENCODED}`,
    ],
    [
      "https://click.linksynergy.com/deeplink?id=1&mid=2",
      `https://click.linksynergy.com/deeplink?id=1&mid=2&u1=${ID}&murl=${ENCODED}`,
    ],
    [
      "https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&clickref=",
      `https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&clickref=${ID}&ued=${ENCODED}`,
    ],
    [
      "https://www.shareasale.com/r.cfm?b=1&u=2&m=3",
      `https://www.shareasale.com/r.cfm?b=1&u=2&m=3&afftrack=${ID}&urllink=${ENCODED}`,
    ],
    ["https://www.anrdoezrs.net/click-1-2", `https://www.anrdoezrs.net/click-1-2?sid=${ID}&url=${ENCODED}`],
    [
      "https://www.anrdoezrs.net/links/1/type/dlg/",
      `https://www.anrdoezrs.net/links/1/type/dlg/sid/${ID}/${PAGE}`,
    ],
    // Their own values stay.
    [
      "https://goto.walmart.com/c/1/2/3?subId1=mine",
      `https://goto.walmart.com/c/1/2/3?subId1=mine&u=${ENCODED}`,
    ],
    [
      "https://www.anrdoezrs.net/links/1/type/dlg/sid/mine/",
      `https://www.anrdoezrs.net/links/1/type/dlg/sid/mine/${PAGE}`,
    ],
    // Any other network, where it says so.
    [
      "https://track.example/go?to={url}&aff_sub={subid}",
      `https://track.example/go?aff_sub=${ID}&to=${ENCODED}`,
    ],
    ["https://track.example/%7BSUBID%7D/{url}", `https://track.example/${ID}/${ENCODED}`],
    ["https://track.example/go?to={url}", `https://track.example/go?to=${ENCODED}`],
  ])("%s", (network, expected) => {
    expect(wrapped(network, "bigbox_w", PAGE, ID)).toBe(expected);
  });

  const opened = (affiliate: Affiliate, url: string) => {
    const target = { retailer: "bigbox_w", urlType: "pdp" as const, destination: PAGE, shortId: ID };
    const subId = codeSubId("bigbox_w", affiliate, ID);
    const { click } = visitDestinations(target, affiliate);
    const query = visitQueryOf("bigbox_w", { ofChoice: false, subId });
    return ofVisit({ destination: click.url, query }, url).destination;
  };
  const NETWORK = { bigbox_w: { url: "https://goto.walmart.com/c/1/2/3" } };
  const withSubId = (value: string) => `https://goto.walmart.com/c/1/2/3?subId1=${value}&u=${ENCODED}`;

  test("the short id is the default; a project can add codes and sources, or nothing", () => {
    const scan = `https://go.example/${ID}?qr=Poster-1&via=insta`;
    expect(opened(NETWORK, scan)).toBe(withSubId(ID));
    expect(opened({ ...NETWORK, subIds: "code" }, scan)).toBe(withSubId(`${ID}-q-poster-1`));
    expect(opened({ ...NETWORK, subIds: "code" }, `https://go.example/${ID}?via=Insta`)).toBe(
      withSubId(`${ID}-v-insta`),
    );
    expect(opened({ ...NETWORK, subIds: "code" }, `https://go.example/${ID}?x=1`)).toBe(withSubId(ID));
    expect(opened({ ...NETWORK, subIds: "off" }, scan)).toBe(`https://goto.walmart.com/c/1/2/3?u=${ENCODED}`);
    expect(opened({ subIds: "code" }, scan)).toBe(PAGE);
  });

  test("nothing that a visitor types becomes part of it but a code or a source", () => {
    for (const query of [
      "?qr=a%26u%3Devil",
      "?qr=<script>",
      "?via=a&via=b%2Fc",
      `?qr=${"x".repeat(65)}`,
      "?qr=%00",
    ])
      expect(subIdOfVisit(ID, `https://go.example/${ID}${query}`)).toMatch(/^mcvr15dj(-[qv]-[a-z0-9-]+)?$/);
    // A code that a network would cut off could be read as another one.
    expect(subIdOfVisit(ID, `https://go.example/${ID}?qr=${"x".repeat(40)}`)).toBe(ID);
  });

  test("a copy in KV with another value than a sub-id changes nothing", () => {
    for (const subId of ["(", "", 8, {}] as unknown as string[])
      expect(
        ofVisit({ destination: PAGE, query: { subId } }, `https://go.example/${ID}?qr=poster`).destination,
      ).toBe(PAGE);
  });
});
