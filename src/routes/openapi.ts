import { Hono } from "hono";
import type { AppEnv } from "../http/context.ts";
import { openApiDocument } from "../schemas/openapi.ts";

/** The API's description for tools, made when it is first asked for. */
export const openapi = new Hono<AppEnv>().get("/openapi.json", (c) =>
  c.json(openApiDocument(c.var.origins.api)),
);
