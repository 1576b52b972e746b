import { Hono } from "hono";
import type { DashboardEnv } from "../layout/context.ts";
import { showForm, takeForm } from "../layout/form-screen.ts";
import { showReports } from "./list.tsx";
import { newAddress, revocation, sending } from "./report-actions.tsx";
import { change, showReport, showReportCsv } from "./report-page.tsx";
import { scheduling } from "./schedule.tsx";
import { sharing } from "./share.tsx";

/** The screen that shares a view of visits, below /visits. */
export const shares = new Hono<DashboardEnv>()
  .get("/share", showForm(sharing))
  .post("/share", takeForm(sharing));

/** The screens of reports, below /reports. */
export const reports = new Hono<DashboardEnv>()
  .get("/", showReports)
  .get("/:report", showReport)
  .get("/:report/table.csv", showReportCsv)
  .get("/:report/change", showForm(change))
  .post("/:report/change", takeForm(change))
  .get("/:report/address", showForm(newAddress))
  .post("/:report/address", takeForm(newAddress))
  .get("/:report/schedule", showForm(scheduling))
  .post("/:report/schedule", takeForm(scheduling))
  .get("/:report/send", showForm(sending))
  .post("/:report/send", takeForm(sending))
  .get("/:report/revoke", showForm(revocation))
  .post("/:report/revoke", takeForm(revocation));
