import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT } from "../service.ts";
import { sqlConditions } from "./sql-conditions.ts";
import { SURVIVORS } from "./survivors.ts";

test("every survivor that is explained stands in the code", () => {
  const gone = SURVIVORS.filter(({ file, code }) => {
    const source = readFileSync(`${ROOT}${file}`, "utf8").replace(/\s+/g, " ");
    return !source.includes(code);
  });
  expect(gone).toEqual([]);
  expect(SURVIVORS.filter(({ why }) => why.length < 20)).toEqual([]);
});

test("the conditions of a statement are found, those of a BETWEEN are none", () => {
  const found = (sql: string) => sqlConditions(sql).map(({ start, end }) => sql.slice(start, end));
  expect(found("`SELECT a FROM b WHERE c = ?1 AND d > (SELECT 1 WHERE e) ORDER BY f`")).toEqual([
    "c = ?1",
    "d > (SELECT 1 WHERE e)",
    "e",
  ]);
  expect(found("`DELETE FROM a WHERE b BETWEEN ?1 AND ?2 AND c`")).toEqual(["b BETWEEN ?1 AND ?2", "c"]);
  expect(found(["`SELECT a FROM b WHERE $", "{x ? `AND` : ``} AND c`"].join(""))).toHaveLength(2);
  expect(found('"and so WHERE nothing"')).toEqual([]);
});
