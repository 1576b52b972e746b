import { describe, expect, test } from "vitest";
import { NO_LABELS } from "../../src/extras/imports/import-labels.ts";
import { getImport } from "../../src/extras/imports/manage-imports.ts";
import { getTable, nameColumns } from "../../src/extras/imports/name-columns.ts";
import { useService } from "../use-service.ts";
import { importing, owner, said } from "./importing.ts";

const service = await useService({}, "acme");
await service.issueKey();
await service.env.DB.prepare(
  "UPDATE organizations SET time_zone = 'America/New_York' WHERE id = 'acme'",
).run();
const { used, added, statesOf, rowsOf } = await importing(service.env);

/** What the form chooses for the columns of a file, before anybody does. */
async function guessed(content: string) {
  const { id } = await added(content, { projectId: "" });
  const { found } = await getImport(owner, { importId: id }, used);
  return getTable(owner, { found, labels: NO_LABELS, limit: 3 }, used);
}
const name = (importId: string, columns: string[], projectId = "main") =>
  nameColumns(owner, { importId, columns, projectId, labels: NO_LABELS }, used);

describe("the columns of a list that nobody knows", () => {
  test.each([
    [
      "Kurzlink;Ziel;Titel;Klicks",
      "go.example/a;https://brand.example/;A;7",
      "address customUrl name visits",
    ],
    ["Vanity,Landing page,Label", "soup,https://brand.example/,A", "address customUrl name"],
    ["name,Campaign,Color", "A,Autumn,red", "name utm_campaign "],
    // Without words, of two columns with URLs the shorter ones are addresses.
    ["A,B,C", "go.example/a,https://brand.example/soups/autumn,x", "address customUrl "],
    // A column of URLs is no name, and a column without URLs no destination.
    ["Link,Other link", "x,https://brand.example/", " customUrl"],
    ["Created,Expires,Notes,Folder", "2024-01-01,2030-01-01,x,y", "createdAt activeUntil note tags"],
  ])("%s are guessed", async (heading, row, expected) => {
    expect((await guessed(`${heading}\n${row}`)).guesses.join(" ")).toBe(expected);
  });

  test("make links with their old address once they are named, and are remembered", async () => {
    const file = "Where,To,What,Seen,Owner\nGo.example/Soup-Of-Day,https://brand.example/,Soup,12.345,Ann\n";
    const { id } = await added(file);
    expect(await statesOf(id)).toEqual([["bad", 1]]);
    await name(id, ["address", "customUrl", "name", "visits", ""]);
    const [row] = (await rowsOf(id, ["good"])).rows;
    const { metadata = "", ...cells } = row?.cells ?? {};
    expect(cells).toMatchObject({ name: "Soup", customUrl: "https://brand.example/", retailer: "custom" });
    expect(JSON.parse(metadata)).toEqual({
      movedFrom: { service: "another service", address: "Go.example/Soup-Of-Day", visits: 12_345 },
    });
    expect((await getImport(owner, { importId: id }, used)).found).toMatchObject({
      kind: "links",
      headings: null,
    });
    expect((await guessed(file)).guesses).toEqual(["address", "customUrl", "name", "visits", ""]);
    const again = await name(id, ["address"]).catch((error: unknown) => error);
    expect(again).toMatchObject({ code: "precondition_failed" });
  });

  test("are of our own links too, also without a retailer", async () => {
    const { id } = await added(
      "name,Product link,Campaign\nMilk,https://www.walmart.com/ip/10450114 x2,Autumn",
    );
    await name(id, ["name", "products", "utm_campaign"]);
    expect((await rowsOf(id, ["good"])).rows[0]?.cells).toEqual({
      name: "Milk",
      products: "https://www.walmart.com/ip/10450114 x2",
      utm_campaign: "Autumn",
      retailer: "bigbox_w",
      intent: "add_to_cart",
    });
  });

  test("are each chosen once, from the menu, with a project", async () => {
    const { id } = await added("A,B\nx,y", { projectId: "" });
    const refused = async (columns: string[], projectId?: string) =>
      said(await name(id, columns, projectId).catch((error: unknown) => error));
    expect(await refused(["name", "name"])).toBe("is chosen for another column too");
    expect(await refused(["name", "__proto__"])).toBe("must be in the menu");
    expect(await refused(["", ""])).toBe("Choose at least one column.");
    expect(await refused(["name", ""], "")).toBe("Choose a project: the file names none.");
    expect(await statesOf(id)).toEqual([["bad", 1]]);
  });
});

test("a link starts when its first day begins and ends when its last day is over, in the organization's zone", async () => {
  const rows = [
    "2026-12-01,2026-12-31",
    "1.12.2026,31.12.2026",
    "2026-12-01 00:00,12/31/2026",
    "2026-12-01T05:00:00Z,",
  ];
  const file = ["name,customUrl,activeFrom,activeUntil", ...rows.map((row) => `A,https://a.example/,${row}`)];
  const { id } = await added(file.join("\n"));
  expect((await rowsOf(id, ["good"])).rows.map(({ cells }) => [cells.activeFrom, cells.activeUntil])).toEqual(
    [
      ...[0, 1, 2].map(() => ["2026-12-01T05:00:00.000Z", "2027-01-01T05:00:00.000Z"]),
      ["2026-12-01T05:00:00Z", undefined],
    ],
  );
  const moved = await added("slashtag,destination,expirationdate\na-b,https://a.example/,2026-12-31");
  expect((await rowsOf(moved.id, ["good"])).rows[0]?.cells.activeUntil).toBe("2027-01-01T05:00:00.000Z");
});
