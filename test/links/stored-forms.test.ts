import { expect, test } from "vitest";
import { storedOffers } from "../../src/features/links/offer-rows.ts";
import { allowedRows, type RowChecks } from "../../src/features/links/prepare-rows.ts";
import { warningsOf } from "../../src/features/links/warnings.ts";
import { memberOf } from "../actors.ts";
import { definition, one, product } from "../retailers/definitions.ts";
import { newLink } from "./links.ts";

test("an offer keeps only known reasons; removed offers have no destination", () => {
  const offer = (key: string, reason: string | null, place: number | null = 0) => ({
    ...{ key, place, reason, urlType: "pdp", destination: "https://a.example/" },
    since: "2026-11-20T12:00:00.000Z",
  });
  const offers = [
    offer("a", "product_page"),
    offer("b", "of_later"),
    offer("c", null),
    offer("d", null, null),
  ];
  const { offerDestinations, removedKeys } = storedOffers(JSON.stringify(offers));
  expect(
    offerDestinations?.map(({ key, ...lead }) => [key, "reason" in lead ? lead.reason : "none"]),
  ).toEqual([
    ["a", "product_page"],
    ["b", "none"],
    ["c", "none"],
  ]);
  expect(removedKeys).toEqual(["d"]);
});

test("one product with backups is enough for the warning that backups were not checked", () => {
  const products = [{ ...product("1"), backupProductIds: ["2"] }, product("3")];
  const warnings = warningsOf({
    definition: definition({ ...one("bigbox_w", "add_to_cart", "1"), products }),
    destination: { url: "https://www.shop.example/cart", urlType: "cart", reason: "product_page" },
    availability: "unknown",
    state: "running",
  });
  expect(warnings.map(({ code }) => code)).toContain("backups_not_checked");
});

test("where the projects can't be looked up, every row is rejected for that reason", async () => {
  const cause = new Error("D1 is down");
  const checks = {
    projects: { findAll: () => Promise.reject(cause) },
    domains: { confirmed: () => Promise.resolve([]) },
    origins: { shortLink: "https://go.example", api: "https://go.example", problem: null },
    now: () => new Date(0),
  } as unknown as RowChecks; // it is asked for nothing else
  const rows = [0, 1].map((index) => ({ index, definition: newLink() }));
  const { accepted, rejected } = await allowedRows(memberOf("editor"), rows, checks);
  expect([accepted, [...rejected]]).toEqual([
    [],
    [
      [0, cause],
      [1, cause],
    ],
  ]);
});
