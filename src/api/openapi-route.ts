import { Hono } from "hono";
import type { AppEnv } from "./context.ts";
import { openApiDocument } from "./openapi.ts";

/** The document that was asked for last: writing it takes more time than anything else that needs no key. */
let written: { origin: string; text: string } | undefined;

/** The API's description for tools, written when it is first asked for. */
export const openapi = new Hono<AppEnv>().get("/openapi.json", (c) => {
  const origin = c.var.origins.api;
  if (written?.origin !== origin) {
    written = { origin, text: JSON.stringify(openApiDocument(origin)) };
  }
  return c.body(written.text, { headers: { "Content-Type": "application/json" } });
});
