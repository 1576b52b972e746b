import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { findRetailers } from "../delivery-app/find-retailers.ts";
import { authenticate } from "./authentication.ts";
import type { AppEnv } from "./context.ts";
import { presentRetailer } from "./presenters.ts";
import { orProblemsOf } from "./head-validation.ts";
import { findRetailersHead } from "./request-head.ts";

/** Any valid key may search: discovery is the same for everyone. */
export const retailers = new Hono<AppEnv>().get(
  "/",
  authenticate(),
  zValidator("header", findRetailersHead.shape.header, orProblemsOf(findRetailersHead)),
  zValidator("query", findRetailersHead.shape.query, orProblemsOf(findRetailersHead)),
  async (c) => {
    const { q, limit } = c.req.valid("query");
    const found = await findRetailers({ text: q, limit }, c.var.stores.retailers);
    return c.json({ data: found.map(presentRetailer) });
  },
);
