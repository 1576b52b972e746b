import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TOOLS } from "../../src/api/mcp/tools.ts";

test("docs/mcp.md lists every tool with the scope that its key needs", () => {
  const [, table = ""] = readFileSync("docs/mcp.md", "utf8").split("| --- | --- | --- |\n");
  const [rows = ""] = table.split("\n\n");
  const listed = rows.split("\n").flatMap((row) => {
    const [, names = "", , scope = ""] = row.split("|").map((cell) => cell.replaceAll("`", "").trim());
    return names.split(", ").map((name) => [name, scope]);
  });
  expect(listed).toEqual(TOOLS.map(({ name, scope }) => [name, scope ?? "any"]));
});
