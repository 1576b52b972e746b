import { Hono } from "hono";
import type { DashboardEnv } from "../layout/context.ts";
import { showForm, takeForm } from "../layout/form-screen.ts";
import { showReports } from "./list.tsx";
import { revocation } from "./revoke.tsx";
import { sharing } from "./share.tsx";

/** The screens that share views of visits and revoke them, below /visits. */
export const shares = new Hono<DashboardEnv>()
  .get("/share", showForm(sharing))
  .post("/share", takeForm(sharing))
  .get("/shared", showReports)
  .get("/shared/:report/revoke", showForm(revocation))
  .post("/shared/:report/revoke", takeForm(revocation));
