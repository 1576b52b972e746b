import { expect, test } from "vitest";
import {
  BreakdownCard,
  FIRST_ROWS,
  NO_LINKS,
} from "../../src/surfaces/dashboard/visit-report/breakdown-card.tsx";

const rowOf = (key: string) => ({
  ...{ key, name: `Link ${key}`, publicName: null, linkName: null },
  ...{ scans: 3, clicks: 1, robots: 0, previews: 0, visitors: 3 },
});
test("a code is labeled with its link, and with its own name if the link has several", () => {
  const code = (link: string, identifier: string, name: string) => ({
    ...rowOf(`qr_${link}_${identifier}`),
    ...{ name, linkName: `Link ${link}`, clicks: 0 },
  });
  const one = `lnk_${"1".repeat(26)}`;
  const two = `lnk_${"2".repeat(26)}`;
  const rows = [
    { ...rowOf("none"), scans: 0, clicks: 900 },
    code(one, "default", "Default QR code"),
    code(two, "default", "Default QR code"),
    code(two, "lid", "Small lid"),
  ];
  const shown = (isOfLink: boolean) =>
    [
      ...String(
        BreakdownCard({
          by: "qrCode",
          rows,
          links: NO_LINKS,
          most: FIRST_ROWS,
          naming: { isPublic: false, isOfLink },
        }),
      ).matchAll(/<th scope="row"><bdi>([^<]+)<\/bdi>(?:<small> <bdi>([^<]+))?/g),
    ].map(([, name, detail]) => [name, detail]);
  expect(shown(false)).toEqual([
    [`Link ${one}`, undefined],
    [`Link ${two}`, "Default QR code"],
    [`Link ${two}`, "Small lid"],
  ]);
  expect(shown(true).map(([name]) => name)).toEqual(["Default QR code", "Default QR code", "Small lid"]);
});

test("tables of links and codes have daily visitors where they are known", () => {
  const textOf = (by: "link" | "country", visitors: readonly (number | null)[]) => {
    const rows = visitors.map((number, index) => ({ ...rowOf(`row ${index}`), visitors: number }));
    const naming = { isPublic: false, isOfLink: false };
    const html = String(BreakdownCard({ by, rows, links: NO_LINKS, most: FIRST_ROWS, naming }));
    return [
      html.includes("Daily visitors"),
      [...html.matchAll(/<td class="number">([^<]*)/g)].map(([, text]) => text),
    ];
  };
  expect(textOf("link", [3, null])).toEqual([true, ["3", "1", "3", "3", "1", "–"]]);
  expect(textOf("link", [null, null])).toEqual([false, ["3", "1", "3", "1"]]);
  expect(textOf("country", [null])).toEqual([false, ["3", "1"]]);
});
