import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { retailers } from "../../src/surfaces/cli/commands/retailers.ts";
import { parseRetailers, RetailerFileError } from "../../src/surfaces/cli/retailers/retailer-file.ts";
import { useService } from "../use-service.ts";
import { runOn, temporaryDirectory } from "./run-cli.ts";

const { DB } = (await useService()).env;
const run = (...args: string[]) => runOn(DB, "retailers", retailers, args);

const directory = temporaryDirectory();
afterAll(() => directory.remove());

const load = (content: unknown) => {
  const file = join(directory.path, "retailers.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return run("import", file);
};
const stored = async () =>
  (
    await DB.prepare(
      `SELECT retailer_id, slug, name, search_text, services, location_count, sample_postal_codes, source
     FROM delivery_app_retailers ORDER BY retailer_id LIMIT 3`,
    ).all()
  ).results;

const good = [
  {
    retailerId: "Z1",
    name: "O'Brien; DROP --",
    slug: "obrien",
    services: ["delivery"],
    postalCodes: ["60601", "m5v2t6"],
  },
  {
    retailerId: "z2",
    name: "Épicerie",
    categories: ["grocery"],
    locationCount: 7,
    samplePostalCodes: ["94103"],
  },
];

describe("npm run retailers -- import", () => {
  test("replaces the sample with a file, also repeatedly", async () => {
    expect(await load(good)).toEqual({ code: 0, stdout: "Loaded 2 retailers.\n", stderr: "" });
    const rows = await stored();
    expect(rows).toEqual([
      {
        retailer_id: "Z1",
        slug: "obrien",
        name: "O'Brien; DROP --",
        search_text: "o'brien; drop --\nobrien\nz1",
        services: '["delivery"]',
        location_count: 2,
        sample_postal_codes: '["60601","M5V 2T6"]',
        source: "import",
      },
      expect.objectContaining({
        retailer_id: "z2",
        slug: "z2",
        search_text: "epicerie\nz2\nz2",
        location_count: 7,
        sample_postal_codes: '["94103"]',
      }),
    ]);
    expect((await load({ data: good })).code).toBe(0);
    expect(await stored()).toEqual(rows);
  });

  test("takes the first ten postal codes as a sample, unless the file has one", async () => {
    const codes = Array.from({ length: 12 }, (_, index) => `${60610 + index}`);
    await load([
      { retailerId: "a", name: "A", postalCodes: codes },
      { retailerId: "b", name: "B", postalCodes: codes, samplePostalCodes: ["94103-0001"] },
    ]);
    const added = (await stored()).filter(({ name }) => name === "A" || name === "B");
    expect(added.map((row) => [row.location_count, row.sample_postal_codes])).toEqual([
      [12, JSON.stringify(codes.slice(0, 10))],
      [13, '["94103"]'],
    ]);
  });

  test("loads nothing from a file with an invalid retailer", async () => {
    const before = await stored();
    const { code, stdout, stderr } = await load([...good, { retailerId: "z3", name: "two\nlines", more: 1 }]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("[2].name: must be one line of plain text");
    expect(stderr).toContain('[2]: Unrecognized key: "more"');
    expect(await stored()).toEqual(before);
  });

  test("reports a missing file", async () => {
    const { code, stderr } = await run("import", "/nowhere.json");
    expect([code, stderr]).toEqual([2, expect.stringContaining("/nowhere.json could not be read")]);
  });

  test("shows its help", async () => {
    expect(await run("--help")).toMatchObject({ code: 0, stderr: "" });
    expect(await run()).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("parseRetailers", () => {
  test.each([
    ["not JSON", "{", "The file is not JSON"],
    ["another shape", "{}", "must contain a JSON array"],
    ["nothing", "[]", "contains no retailers"],
    [
      "an id twice",
      '[{"retailerId":"a","name":"A"},{"retailerId":"a","name":"B"}]',
      "[1].retailerId: a is already used by [0]",
    ],
    [
      "a slug twice",
      '[{"retailerId":"a","name":"A"},{"retailerId":"b","name":"B","slug":"a"}]',
      "[1].slug: a is already used by [0]",
    ],
    [
      "an invalid postal code",
      '[{"retailerId":"a","name":"A","postalCodes":["1"]}]',
      "1 is not a US or Canadian postal code",
    ],
  ])("rejects %s", (_, text, message) => {
    expect(() => parseRetailers(text)).toThrow(RetailerFileError);
    expect(() => parseRetailers(text)).toThrow(message);
  });

  test("lists at most twenty problems", () => {
    const text = JSON.stringify(Array.from({ length: 50 }, () => ({ retailerId: 1 })));
    expect(() => parseRetailers(text)).toThrow(/… and 80 more$/);
  });
});
