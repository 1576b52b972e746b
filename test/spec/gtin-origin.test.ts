import { expect, onTestFinished, test } from "vitest";
import { GTIN, startGtinService } from "./gtin.ts";

const ORIGIN = "https://go.localhost";

test.each([
  ["the configured origins", { SHORT_LINK_ORIGIN: ORIGIN, API_ORIGIN: ORIGIN }],
  ["the only configured origin", { API_ORIGIN: ORIGIN }],
])("a GTIN's address describes itself by %s, whatever the request came over", async (_, origins) => {
  const gtins = await startGtinService(origins);
  onTestFinished(() => gtins.service.close());
  await gtins.create({ gtin: GTIN });
  const own = "https://id.localhost";
  const { json, headers } = await gtins.ask(`/01/${GTIN}?linkType=linkset`);
  expect(json.linkset[0].anchor).toBe(`${own}/01/${GTIN}`);
  expect(JSON.stringify(json)).not.toContain("http:");
  expect(headers.get("Link")).toContain(`<${own}/01/${GTIN}?linkType=linkset>; rel="linkset"`);
  const { resolverRoot } = (await gtins.ask("/.well-known/gs1resolver")).json;
  expect(resolverRoot).toBe(own);
});
