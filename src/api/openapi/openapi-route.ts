import { Hono } from "hono";
import type { AppEnv } from "../../http/context.ts";
import { cachedResponse, textsByOrigins } from "../cached-response.ts";
import { openApiDocument } from "./openapi-document.ts";

const written = textsByOrigins();

/** The contract is public, so that tools on other sites, such as editors and viewers, may read it. */
const FOR_OTHER_SITES = { "Access-Control-Allow-Origin": "*" };

/** The route of the OpenAPI document. */
export const openapi = new Hono<AppEnv>().get("/openapi.json", async (c) => {
  const { origins } = c.var;
  const text = await written(origins, "contract", () => JSON.stringify(openApiDocument(origins)));
  return cachedResponse(c.req.raw, text, "application/json", FOR_OTHER_SITES);
});
