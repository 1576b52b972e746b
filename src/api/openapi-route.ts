import { Hono } from "hono";
import type { AppEnv } from "./context.ts";
import { openApiDocument } from "./openapi.ts";

/** The last document, kept because writing it takes longer than any other request that needs no key. */
let written: { origin: string; text: string } | undefined;

/** The route of the OpenAPI document, which is written at the first request for it. */
export const openapi = new Hono<AppEnv>().get("/openapi.json", (c) => {
  const origin = c.var.origins.api;
  if (written?.origin !== origin) {
    written = { origin, text: JSON.stringify(openApiDocument(origin)) };
  }
  return c.body(written.text, { headers: { "Content-Type": "application/json" } });
});
