import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./service.ts";

/** A call of the log: its level, which may be an expression, and its event: a text, or the name of an extension. */
const CALL = /\b(?:log|report)\(\s*("(?:info|error)"|[^,()]+),\s*("[^"]+"|name),/g;
/** Link extensions log under their own names. */
const EXTENSION = /\bname: "([^"]+)"/g;
const SEVERITIES = ["page", "day", "trend", "none"];

const SOURCES = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, "src", path), "utf8") }));

/** The events that the code logs. */
const logged = new Set(
  SOURCES.flatMap(({ path, text }) => {
    const events = Array.from(text.matchAll(CALL), ([, , event = ""]) => event);
    const isExtension = /-extension\.ts$/.test(path);
    const names = isExtension ? Array.from(text.matchAll(EXTENSION), ([, name = ""]) => name) : [];
    return [...events.filter((event) => event !== "name").map((event) => event.slice(1, -1)), ...names];
  }),
);

const [, section = ""] = readFileSync(join(ROOT, "docs/operating.md"), "utf8").split("## Log events\n");
const [, table = ""] = section.split("| event | severity |");
const rows = (table.split("\n\n")[0] ?? "")
  .split("\n")
  .slice(2)
  .map((line) => line.split("|").map((cell) => cell.trim()));

test("docs/operating.md has each event that the code logs, with its severity and what to do", () => {
  expect(logged.size).toBeGreaterThan(30);
  const documented = rows.flatMap(([, events = ""]) =>
    Array.from(events.matchAll(/`([^`]+)`/g), ([, name]) => name),
  );
  expect(documented.toSorted()).toEqual([...logged].toSorted());
  for (const [, events, severity = "", todo = ""] of rows) {
    expect([events, SEVERITIES.includes(severity)]).toEqual([events, true]);
    expect(todo.length).toBeGreaterThan(30);
  }
});

test("no call of the log hides from that comparison", () => {
  const calls = SOURCES.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<!console\.)\blog\(\s*(?!\s*\))/g)].map(
      ({ index }) => `${path}: ${text.slice(index, index + 60)}`,
    ),
  ).filter((call) => !/: log\(\s*("(?:info|error)"|c\.res\.status)/.test(call));
  expect(calls).toEqual([]);
});

test("the saved query of what pages has every event of that severity", () => {
  const paging = rows.flatMap(([, events = "", severity]) =>
    severity === "page" ? Array.from(events.matchAll(/`([^`]+)`/g), ([, name]) => name) : [],
  );
  const [, filter = ""] = /\| what pages \| `event` in (.*?) \|/.exec(section) ?? [];
  expect(Array.from(filter.matchAll(/`([^`]+)`/g), ([, name]) => name).toSorted()).toEqual(paging.toSorted());
});
