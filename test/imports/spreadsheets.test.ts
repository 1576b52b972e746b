import { describe, expect, test } from "vitest";
import { cellText } from "../../src/extras/files/file-content.ts";
import { ambiguousDays } from "../../src/extras/files/read-dates.ts";
import { isExcelChange } from "../../src/extras/imports/excel-changes.ts";
import { dayOrderOf, withTimes } from "../../src/extras/imports/read-times.ts";
import { zoneOf } from "../../src/ground/core/zone.ts";
import { useService } from "../use-service.ts";
import { HEAD, importing, row } from "./importing.ts";

const zone = zoneOf("America/New_York");
const until = (activeUntil: string) => withTimes({ activeUntil }, zone).activeUntil;
const DAY = "2027-01-01T05:00:00.000Z";
const MINUTE = "2027-01-01T04:59:00.000Z";

describe("dates as people and spreadsheets write them", () => {
  test.each([
    ...["2026-12-31", "2026/12/31", "2026.12.31", "31.12.2026", "31.12.26", "31. 12. 2026"],
    ...["12/31/2026", "12/31/26", "31/12/2026", "31/12/26", "12-31-2026", "31-12-26"],
    ...["31-Dec-26", "31-Dec-2026", "31 December 2026", "31st December 2026", "Dec 31, 2026", "Dec-31-26"],
    ...[
      "31. Dez. 2026",
      "31-Dez-26",
      "31 déc. 2026",
      "31 décembre 2026",
      "31 de diciembre de 2026",
      "31-dic-26",
    ],
    ...["46387", " 12/31/26 "],
  ])("%s is a day", (text) => {
    expect(until(text)).toBe(DAY);
  });

  test.each([
    ...[
      "12/31/2026 23:59",
      "12/31/26 11:59 PM",
      "12/31/2026 11:59:00 p.m.",
      "31.12.2026 23:59",
      "31-Dec-26 23:59",
    ],
    ...[
      "2026-12-31 23:59",
      "2026-12-31T23:59",
      "Dec 31, 2026, 11:59 PM",
      "46387.999305556",
      "46387,999305556",
    ],
  ])("%s is a minute of the zone", (text) => {
    expect(until(text)).toBe(MINUTE);
  });

  test.each([
    ...["3/4/2026", "03/04/26", "3-4-2026", "3/4/2026 10:00", "31.02.2026", "2/30/2026", "31-Foo-26", "soon"],
    ...["2026-12-01T05:00:00Z", "12345", "99999", "463870", "12/31", "12.31.2026", "2026-12-31 24:61"],
  ])("%s stays: it is none, has an offset, or could be two", (text) => {
    expect(until(text)).toBe(text);
  });

  test("a date that could be two is asked about, unless another one of the file shows the order", async () => {
    expect(ambiguousDays("3/4/2026")).toEqual(["2026-04-03", "2026-03-04"]);
    expect(ambiguousDays("4/4/2026")).toBeNull();
    const order = (...days: string[]) => dayOrderOf(days.map((activeUntil) => ({ cells: { activeUntil } })));
    expect([order("3/4/2026", "3/31/2026"), order("3/4/26 10:00", "31/3/26"), order("3/4/26")]).toEqual([
      ...["month", "day", null],
    ]);
    expect(order("3/31/2026", "31/3/2026")).toBeNull();
    expect(withTimes({ activeFrom: "3/4/2026" }, zone, "month").activeFrom).toBe("2026-03-04T05:00:00.000Z");
    expect(withTimes({ activeFrom: "3/4/2026" }, zone, "day").activeFrom).toBe("2026-04-03T04:00:00.000Z");
  });
});

test.each([
  ['="0001111041700"', "0001111041700"],
  ['="say ""hi"""', 'say "hi"'],
  ['=""', ""],
  ['\'="1"', '="1"'],
  ["''=1", "'=1"],
  ["'0012", "'0012"],
  [" a ", "a"],
])("the cell %j is %j", (cell, text) => {
  expect(cellText(cell)).toBe(text);
});

test.each([
  ...[
    ["mar-26", "26-Mar"],
    ["mar-26", "Mar-26"],
    ["mar-26", "46107"],
    ["3-4", "3/4/2026"],
    ["2026-01", "Jan-26"],
  ],
  ...[
    ["dec-31", "31. Dez"],
    ["1-2-26", "01/02/2026"],
    ["march-5", "5-Mar"],
    ["10:30", "10:30:00 AM"],
  ],
  ...[
    ["0012345", "12345"],
    ["007", "7"],
    ["1e5", "100000"],
    ["1e5", "1.00E+05"],
    ["1.50", "1.5"],
  ],
  ...[
    ["123456789012345678", "1.23457E+17"],
    ["123456789012345678", "123456789012345000"],
    ["+5", "5"],
  ],
  ...[
    ["true", "TRUE"],
    ["4006381333931", "4.00638E+12"],
  ],
] as [string, string][])("%s as %s is what Excel makes of it", (from, to) => {
  expect(isExcelChange(from, to)).toBe(true);
});

test.each([
  ...[
    ["mar-26", "mar-27"],
    ["mar-26", "apr-26"],
    ["summer", "Summer"],
    ["12345", "12346"],
    ["0012345", "012346"],
  ],
  ...[
    ["a", ""],
    ["", "5"],
    ["5", "5"],
    ["soup-2", "soup-3"],
    ["mar-26", "27-Mar"],
    ["1.5", "1.6"],
    ["tea", "TEA"],
  ],
  ...[
    ["soup-26", "26-soup"],
    ["123456789012345678", "1.3E+17"],
  ],
] as [string, string][])("%s as %s is a change of a person", (from, to) => {
  expect(isExcelChange(from, to)).toBe(false);
});

describe("a file of links", async () => {
  const service = await useService({}, "acme");
  await service.issueKey();
  const { added, rowsOf, statesOf } = await importing(service.env);

  test("reads what Excel did to its cells, and asks about what could be two days", async () => {
    const { id } = await added(
      [
        `${HEAD},activeUntil,tags`,
        `${row("A")},12/31/26,Café|Cafe\u0301| Café `,
        `"=""0012""",custom,custom_url,https://example.com/,46387,`,
        `${row("\u200b\u00ad")},31-Dec-26,`,
      ].join("\n"),
    );
    expect(await statesOf(id)).toEqual([
      ["bad", 1],
      ["good", 2],
    ]);
    const { rows } = await rowsOf(id, ["good"]);
    expect(rows.map(({ cells }) => [cells.name, cells.activeUntil])).toEqual([
      ["A", "2027-01-01T00:00:00.000Z"],
      ["0012", "2027-01-01T00:00:00.000Z"],
    ]);
    const [bad] = (await rowsOf(id, ["bad"])).rows;
    expect(bad?.problems).toEqual([{ field: "name", message: "must have a visible character" }]);
    const unclear = await added(`${HEAD},activeUntil\n${row("B")},3/4/2027`);
    expect((await rowsOf(unclear.id, ["bad"])).rows[0]?.problems).toEqual([
      { field: "activeUntil", message: "could be 2027-04-03 or 2027-03-04: write one of them" },
    ]);
    const clear = await added(`${HEAD},activeUntil\n${row("B")},3/4/2027\n${row("C")},3/31/2027`);
    expect(await statesOf(clear.id)).toEqual([["good", 2]]);
  });
});
