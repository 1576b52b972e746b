import { afterAll, expect, test } from "vitest";
import { GTIN, startGtinService } from "./gtin.ts";

const ORIGIN = "https://go.localhost";
const gtins = await startGtinService({ SHORT_LINK_ORIGIN: ORIGIN, API_ORIGIN: ORIGIN });
afterAll(() => gtins.service.close());

test("a GTIN's address describes itself by the configured origins, whatever the request came over", async () => {
  await gtins.create({ gtin: GTIN });
  const own = "https://id.localhost";
  const { json, headers } = await gtins.ask(`/01/${GTIN}?linkType=linkset`);
  expect(json.linkset[0].anchor).toBe(`${own}/01/${GTIN}`);
  expect(headers.get("Link")).toContain(`<${own}/01/${GTIN}?linkType=linkset>; rel="linkset"`);
  const { resolverRoot } = (await gtins.ask("/.well-known/gs1resolver")).json;
  expect(resolverRoot).toBe(own);
});
