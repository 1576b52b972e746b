import { describe, expect, test } from "vitest";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import type { RedirectEntry } from "../../src/features/short-links/entry.ts";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { LATER, SETTLED } from "../faults/faults.ts";
import { withVariables } from "../faults/with-variables.ts";
import { get, type Json, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";

const shared = await useService({ config: { main: "test/faults/worker.ts" } });
const service = withVariables(shared, { AMAZON_ASSOCIATES_TAG: "service-20" });
const key = await service.issueKey({ createProjects: ["maple"] });

const PAGE = "https://www.amazon.com/dp/B000000001";
const tagged = (tag: string): object => ({ affiliate: { tag } });
const create = async (pair: string, changes: object = {}) =>
  expectLink(
    await post(
      service,
      "/v1/links",
      { ...linkBody(pair, changes), projectId: "maple" },
      { key: key.key, headers: { [SETTLED]: "1" } },
    ),
  );
const patch = (id: string, body: object) =>
  send(service, "PATCH", `/v1/links/${id}`, body, { ...key, headers: { [SETTLED]: "1" } });
const definition = async (id: string): Promise<Json> =>
  (await get(service, `/v1/links/${id}/definition`, key)).json.data;
const entryOf = ({ shortId }: { shortId: string }) =>
  service.env.LINKS.get<RedirectEntry>(redirectKey(shortId), "json");
let later = 0;
async function visited({ shortId }: { shortId: string }, query = ""): Promise<string | null> {
  // The isolate remembers links for 10 s.
  later += 11_000;
  const { headers } = await get(service, `/${shortId}${query}`, { headers: { [LATER]: String(later) } });
  return headers.get("Location");
}

const amazon = (country?: string): object => {
  const { retailer, intent, products } = linkBody("marketplace product_detail");
  return { retailer, intent, products, ...(country && { location: { country } }) };
};
const page = { retailer: "custom", intent: "custom_url", customUrl: "https://brand.example/" };

describe("a link's own Associates tag", () => {
  test("replaces that of its project on clicks, never on scans, and is no part of the base contract", async () => {
    const link = await create("marketplace product_detail", tagged("poster-20"));
    expect(link).not.toHaveProperty("affiliate");
    expect([await visited(link), await visited(link, "?qr=default")]).toEqual([
      `${PAGE}?tag=poster-20`,
      PAGE,
    ]);
    expect(await definition(link.id)).toMatchObject(tagged("poster-20"));
    expect((await get(service, `/v1/links/${link.id}?include=all`, key)).text).not.toContain("poster-20");
    expect((await get(service, `/v1/links/${link.id}/destination`, key)).json.data.destination).toBe(
      `${PAGE}?tag=poster-20`,
    );
    const cart = await create("marketplace add_to_cart", tagged("poster-20"));
    expect([await visited(cart), await visited(cart, "?qr=default")]).toEqual([
      "https://www.amazon.com/associates/addtocart?AssociateTag=poster-20&ASIN.1=B000000001&Quantity.1=3",
      PAGE,
    ]);
  });

  test("follows the project's rule for scans, and stays where the project has other tags", async () => {
    const link = await create("marketplace product_detail", tagged("poster-20"));
    const affiliate = { marketplace: { tags: { US: "maple-20" }, tagOnScans: true } };
    expect((await send(service, "PATCH", "/v1/projects/maple", { affiliate }, key)).status).toBe(200);
    await service.scheduled("* * * * *", new Date(Date.now() + later + 61_000));
    expect(await visited(link, "?qr=default")).toBe(`${PAGE}?tag=poster-20`);
    await send(service, "PATCH", "/v1/projects/maple", { affiliate: null }, key);
  });

  test("changes and goes again without another destination, so that printed codes keep working", async () => {
    const link = await create("marketplace product_detail");
    const steps: [unknown, string][] = [
      [tagged("autumn-20"), "autumn-20"],
      [tagged("winter-20"), "winter-20"],
      [{ affiliate: { tag: null } }, "service-20"],
      [tagged("winter-20"), "winter-20"],
      [{ affiliate: null }, "service-20"],
    ];
    for (const [body, tag] of steps) {
      expect((await patch(link.id, body as object)).status).toBe(200);
      expect((await entryOf(link))?.destination).toBe(`${PAGE}?tag=${tag}`);
      expect([await visited(link), await visited(link, "?qr=default")]).toEqual([`${PAGE}?tag=${tag}`, PAGE]);
    }
    expect(await definition(link.id)).not.toHaveProperty("affiliate");
    const { data }: Json = (await get(service, `/v1/links/${link.id}/history`, key)).json;
    expect(new Set(data.map(({ destination }: Json) => destination))).toEqual(new Set([PAGE]));
    expect(data[0].changes).toEqual([{ field: "affiliate", from: { tag: "winter-20" } }]);
  });

  test("is for each Amazon offer of a choice, which have to be of one marketplace", async () => {
    const choice = await create("choice choose_retailer", {
      ...tagged("box-20"),
      offers: [amazon("CA"), { ...amazon("CA"), key: "more" }, page],
    });
    const opened = (await entryOf(choice))?.choice?.offers;
    const site = "https://www.amazon.ca/dp/B000000001";
    expect(opened?.map(({ destination, scans }) => [destination, scans])).toEqual([
      [`${site}?tag=box-20`, site],
      [`${site}?tag=box-20`, site],
      ["https://brand.example/", undefined],
    ]);
    expect(await visited({ shortId: `${choice.shortId}/more` })).toBe(`${site}?tag=box-20`);
    // A change is published from D1.
    await patch(choice.id, tagged("crate-20"));
    expect((await entryOf(choice))?.choice?.offers[1]?.destination).toBe(`${site}?tag=crate-20`);
    for (const [offers, message] of [
      [
        [amazon(), amazon("CA")],
        "belongs to one marketplace, and the offers are for amazon.com and amazon.ca",
      ],
      [[page, { ...page, key: "b" }], "needs an offer for the marketplace"],
    ] as const) {
      const error = expectError(await patch(choice.id, { offers }), 400, "validation_failed");
      expect(error.details).toEqual([{ field: "affiliate.tag", message }]);
    }
    expect((await patch(choice.id, { offers: [page, { ...page, key: "b" }], affiliate: null })).status).toBe(
      200,
    );
  });

  test.each<[string, unknown, string]>([
    ["marketplace product_detail", { tag: "a&tag=b" }, "affiliate.tag"],
    ["marketplace product_detail", { tag: "" }, "affiliate.tag"],
    ["marketplace product_detail", { tag: "your-tag-20" }, "affiliate.tag"],
    ["marketplace product_detail", { tag: "x".repeat(65) }, "affiliate.tag"],
    ["marketplace product_detail", { tags: { US: "maple-20" } }, "affiliate.tags"],
    ["marketplace product_detail", "maple-20", "affiliate"],
    ["bigbox_w product_detail", { tag: "maple-20" }, "affiliate"],
    ["custom custom_url", { tag: "maple-20" }, "affiliate"],
  ])("of %s can't be %j", async (pair, affiliate, field) => {
    const body = { ...linkBody(pair, { affiliate }), projectId: "maple" };
    const error = expectError(await post(service, "/v1/links", body, key), 400, "validation_failed");
    expect(error.details?.map((detail: { field: string }) => detail.field)).toEqual([field]);
  });

  test("is in a preview as what gets the commission, with a warning where it can't be a tag", async () => {
    const preview = async (pair: string, changes: object) => {
      const body = { ...linkBody(pair, changes), projectId: "maple" };
      return (await post(service, "/v1/links/preview", body, key)).json.data;
    };
    const commission = { settings: "link", tag: "poster-20" };
    expect(await preview("marketplace add_to_cart", tagged("poster-20"))).toMatchObject({
      destination: expect.stringContaining("AssociateTag=poster-20&"),
      commission,
    });
    const { offers } = await preview("choice choose_retailer", {
      offers: [amazon("DE"), page],
      ...tagged("poster-20"),
    });
    expect(offers.map((offer: Json) => offer.commission)).toEqual([commission, undefined]);
    const { warnings } = await preview("marketplace product_detail", tagged("poster"));
    expect(warnings.map(({ code }: Json) => code)).toEqual(["tag_format"]);
  });
});
