import { errorResponse } from "./api/errors.ts";
import { dashboard } from "./dashboard/dashboard.tsx";
import { frontDoor } from "./dashboard/front-door.tsx";
import { assetResponse } from "./dashboard/layout/assets.ts";
import { problemPage } from "./dashboard/layout/problem-page.tsx";
import { shared } from "./dashboard/shared-reports/shared.tsx";
import { answerNotFound, nothingHere, refuseOtherMethods, surface } from "./surface.ts";

/** The dashboard, shared reports, their styles and scripts, and `/`. */
export const dashboardApp = surface()
  .get("/", frontDoor)
  .get("/assets/:file", (c) => assetResponse(c.req.path) ?? c.notFound())
  .route("/dashboard", dashboard)
  .route("/shared", shared);
refuseOtherMethods(dashboardApp);

const isDashboard = (path: string): boolean => /^\/dashboard(\/|$)/.test(path);

dashboardApp.notFound((c) =>
  isDashboard(c.req.path) ? problemPage(nothingHere(), c.var.correlationId) : answerNotFound(c),
);
dashboardApp.onError((error, c) =>
  isDashboard(c.req.path)
    ? problemPage(error, c.var.correlationId)
    : errorResponse(error, c.var.correlationId),
);
