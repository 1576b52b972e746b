import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contractTypes, TYPES } from "../../client/generate.ts";

test("the client's types match the OpenAPI document: `npm run generate -w client`", async () => {
  expect(readFileSync(TYPES, "utf8")).toBe(await contractTypes());
});

test("client and service have the same version", () => {
  const version = (path: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, "../..", path), "utf8")).version;
  expect(version("client/package.json")).toBe(version("package.json"));
});
