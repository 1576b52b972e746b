import { Hono } from "hono";
import { findRetailers } from "../domain/find-retailers.ts";
import { authenticate } from "../http/authentication.ts";
import type { AppEnv } from "../http/context.ts";
import { presentRetailer } from "../http/presenters.ts";
import { readHead } from "../http/request-head.ts";
import { findRetailersHead } from "../schemas/request-head.ts";

/** Any valid key may search: discovery is the same for everyone. */
export const retailers = new Hono<AppEnv>().get("/", authenticate(), async (c) => {
  const { q, limit } = readHead(c, findRetailersHead).query;
  const found = await findRetailers({ text: q, limit }, c.var.stores.retailers);
  return c.json({ data: found.map(presentRetailer) });
});
