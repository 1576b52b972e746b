import { describe, expect, test } from "vitest";
import { NO_LABELS } from "../../src/extras/imports/columns.ts";
import { getImport } from "../../src/extras/imports/manage-imports.ts";
import { getTable, nameColumns } from "../../src/extras/imports/name-columns.ts";
import { readNewFile } from "../../src/extras/imports/read-file.ts";
import { withTimes } from "../../src/extras/imports/read-times.ts";
import { zoneOf } from "../../src/ground/core/zone.ts";
import { useService } from "../use-service.ts";
import { importing, owner, said } from "./importing.ts";

const service = await useService({}, "acme");
await service.issueKey();
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
  const zone = zoneOf("America/New_York");
  for (const [activeFrom, activeUntil] of [
    ["2026-12-01", "2026-12-31"],
    ["1.12.2026", "31.12.2026"],
    ["2026-12-01 00:00", "12/31/2026"],
  ] as const)
    expect(withTimes({ name: "A", activeFrom, activeUntil }, zone)).toEqual({
      name: "A",
      activeFrom: "2026-12-01T05:00:00.000Z",
      activeUntil: "2027-01-01T05:00:00.000Z",
    });
  // What is no day, or could be two, stays for the check.
  for (const activeUntil of ["2026-12-01T05:00:00Z", "2026-02-30", "1/2/2026", "soon"])
    expect(withTimes({ activeUntil }, zone)).toEqual({ activeUntil });
  const { rows: movedRows } = await readNewFile(
    "slashtag,destination,expirationdate\na-b,https://a.example/,2026-12-31",
  );
  const [moved] = movedRows;
  expect(moved?.cells.activeUntil).toBe("2026-12-31");
});
