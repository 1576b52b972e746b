import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { newId } from "../../../src/ground/core/ids.ts";
import { jsonRows } from "../../../src/ground/platform/json-rows.ts";

/** The measured database: SQLite with schema.sql, and pages as in D1. */
export const database = new DatabaseSync(":memory:");
database.exec("PRAGMA page_size = 4096; PRAGMA foreign_keys = OFF;");
database.exec(readFileSync(join(import.meta.dirname, "../../../schema.sql"), "utf8"));

function bytes(): number {
  const value = (pragma: string) =>
    Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
  return (value("page_count") - value("freelist_count")) * value("page_size");
}

/** The growth of the database while `write` writes, in bytes. */
export function grown(write: () => void): number {
  const before = bytes();
  write();
  return bytes() - before;
}

export function inTransaction(write: () => void): void {
  database.exec("BEGIN");
  write();
  database.exec("COMMIT");
}

/** Runs a statement with these rows as the JSON of its parameter ?1. */
export function run(sql: string, rows: readonly unknown[]): void {
  for (const part of jsonRows(rows)) database.prepare(sql).run(part);
}

/** The time of the first row. */
export const START = Date.parse("2026-11-01T00:00:00.000Z");
/** The number of copies of each row, and the time of each. */
export const COPIES = 50_000;
export const times = Array.from({ length: COPIES }, (_, index) => new Date(START + index * 1_000));
const linkIds = times.map((time) => newId("lnk", time));
export const idOf = (index: number): string => linkIds[index] ?? "";
