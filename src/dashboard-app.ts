import { dashboard, unknownPage } from "./surfaces/dashboard/dashboard.tsx";
import { frontDoor } from "./surfaces/dashboard/front-door.tsx";
import { assetResponse } from "./surfaces/dashboard/layout/assets.ts";
import { problemPage } from "./surfaces/dashboard/layout/problem-page.tsx";
import { shared } from "./surfaces/dashboard/shared-reports/shared.tsx";
import { baseApp, jsonError, notFoundResponse, rejectOtherMethods } from "./surfaces/http/base-app.ts";
import { openDependencies } from "./wiring.ts";

/** The pages for people who work with links: the dashboard, shared reports, their styles and scripts, and `/`. */
export const dashboardApp = baseApp(openDependencies)
  .get("/", frontDoor)
  .get("/assets/:file", async (c) => (await assetResponse(c.req.path)) ?? c.notFound())
  .route("/dashboard", dashboard)
  .route("/shared", shared);
rejectOtherMethods(dashboardApp);

const isDashboard = (path: string): boolean => /^\/dashboard(\/|$)/.test(path);

dashboardApp.notFound((c) => (isDashboard(c.req.path) ? unknownPage(c) : notFoundResponse(c)));
dashboardApp.onError((error, c) =>
  isDashboard(c.req.path) ? problemPage(error, c.var.correlationId) : jsonError(error, c),
);
