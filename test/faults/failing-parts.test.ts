import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ROOT } from "../service.ts";
import { bindingPromises } from "./failing-bindings.ts";
import { companyPromises } from "./failing-companies.ts";
import { startFailing } from "./failing-parts.ts";

const parts = await startFailing();
const PROMISES = [...bindingPromises(parts), ...companyPromises(parts)];

const [, section = ""] = readFileSync(`${ROOT}RELIABILITY.md`, "utf8").split("## When something fails");
/** The cells of each row. */
const [, , ...rows] = section
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) =>
    line
      .split("|")
      .slice(1, 4)
      .map((cell) => cell.trim()),
  );

test("every row of the table in RELIABILITY.md is tested here, with the same text, and no other row", () => {
  expect(PROMISES.map(({ fails, redirects, api }) => [fails, redirects[0], api[0]])).toEqual(rows);
});

describe.each(PROMISES)("failure: $fails", ({ redirects, api }) => {
  test(`redirects: ${redirects[0]}`, { timeout: 120_000 }, redirects[1]);
  test(`the API: ${api[0]}`, { timeout: 120_000 }, api[1]);
});
