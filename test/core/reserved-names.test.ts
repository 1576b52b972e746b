import { expect, test } from "vitest";
import { app } from "../../src/app.ts";
import { dashboardApp } from "../../src/dashboard-app.ts";
import { docsApp } from "../../src/docs-app.ts";
import { RESERVED_NAMES } from "../../src/ground/core/reserved-names.ts";

test("the first segment of every path of the service is reserved for it, so that no slug hides it", () => {
  const parts = [app, dashboardApp, docsApp].flatMap(({ routes }) =>
    routes.map(({ path }) => path.split("/")[1] ?? ""),
  );
  const ours = [...new Set(parts)].filter((part) => part !== "" && part !== "*");
  // An empty app would hide missing routes.
  expect(ours).toEqual(expect.arrayContaining(["v1", "dashboard", "docs", "qr", "mcp", "ready"]));
  expect(ours.filter((part) => !RESERVED_NAMES.has(part))).toEqual([]);
  expect([...RESERVED_NAMES].filter((name) => name !== name.toLowerCase())).toEqual([]);
});
