import { Hono } from "hono";
import type { AppEnv } from "../context.ts";
import { keptResponse } from "../kept-response.ts";
import { openApiDocument } from "./openapi-document.ts";

/** The last document, kept because writing it takes longer than any other request that needs no key. */
let written: { origins: string; text: string } | undefined;

/** The route of the OpenAPI document, which is written at the first request for it. */
export const openapi = new Hono<AppEnv>().get("/openapi.json", (c) => {
  const { api, shortLink } = c.var.origins;
  const origins = `${api} ${shortLink}`;
  if (written?.origins !== origins) {
    written = { origins, text: JSON.stringify(openApiDocument(c.var.origins)) };
  }
  return keptResponse(c.req.raw, written.text, "application/json");
});
