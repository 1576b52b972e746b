import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { ServiceError } from "../../ground/core/errors.ts";
import type { AppContext } from "../http/context.ts";
import { account } from "./account/account.tsx";
import { activity } from "./activity/activity-page.tsx";
import { code } from "./codes/code.tsx";
import { codeForms } from "./codes/code-forms.tsx";
import { print } from "./codes/print.tsx";
import { connect } from "./connect/connect.tsx";
import { domains } from "./domains/domains.tsx";
import { exportScreens } from "./exports/exports.tsx";
import { find, tags } from "./find/find.ts";
import { imports } from "./imports/imports.tsx";
import { keys } from "./keys/keys.tsx";
import type { DashboardContext, DashboardEnv, Workspace } from "./layout/context.ts";
import { FORM } from "./layout/form-screen.ts";
import { FORM_PATHS, SCREEN_PATHS } from "./layout/navigation.ts";
import { noSuchPage, problemPage } from "./layout/problem-page.tsx";
import { link } from "./link/link-actions.tsx";
import { linkCard } from "./link-card/link-card.tsx";
import { linkForm } from "./link-form/link-form.tsx";
import { links } from "./links/links.tsx";
import { members } from "./members/members.tsx";
import { showHome } from "./organizations/home.tsx";
import { newOrganization, renaming } from "./organizations/organization-forms.tsx";
import { overview } from "./overview/overview.tsx";
import { LINK_PANELS } from "./panels/link-panels.ts";
import { visitParts } from "./panels/visit-parts.ts";
import { productPicture } from "./product-pictures/product-pictures.ts";
import { organizationTimeZone, projects } from "./projects/projects.tsx";
import { sales } from "./sales/sales.tsx";
import { reports, shares } from "./shared-reports/shares.tsx";
import {
  chooseOrganization,
  enterOnlyOrganization,
  enterOrganization,
  requireSignIn,
} from "./sign-in/sign-in.tsx";
import { signInPages, signOut } from "./sign-in/sign-in-pages.tsx";
import { LIVE_PATH, live } from "./visit-report/live.tsx";
import { visits } from "./visits/visits.tsx";
import { alertSettings } from "./webhooks/notify.tsx";
import { webhooks } from "./webhooks/webhooks.tsx";

/** Methods that change nothing. */
const SAFE_METHODS = ["GET", "HEAD"];

/**
 * Throws `insufficient_scope` for every unsafe request that did not come from this origin, so that no other site can act
 * for the person (CSRF), and for every request of another site that does not open a page, such as one for a picture: it would
 * only cost. It runs before every screen.
 */
const requireOwnForms = createMiddleware<DashboardEnv>(async (c, next) => {
  if (!SAFE_METHODS.includes(c.req.method) && !isSameOrigin(c.req.raw))
    throw new ServiceError("insufficient_scope", "This form was not sent from the dashboard. Open it again.");
  if (isOfOtherPage(c.req.raw))
    throw new ServiceError("insufficient_scope", "Other sites can only link to the dashboard.");
  return next();
});

/** Whether another site's page loads this as a part of itself. Browsers send these headers, and no page can change them. */
function isOfOtherPage({ headers }: Request): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site !== "cross-site" && site !== "same-site") return false;
  return headers.get("Sec-Fetch-Mode") !== "navigate" || headers.get("Sec-Fetch-Dest") !== "document";
}

/** Browsers send at least one of these headers with every form, and no page can change them. */
function isSameOrigin(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  const origin = request.headers.get("Origin");
  if (site === null && origin === null) return false;
  const own = new URL(request.url).origin;
  return (site === null || site === "same-origin") && (origin === null || origin === own);
}

/** The dashboard, below /dashboard. All but the pages that sign people in need a sign-in. */
export const dashboard = new Hono<DashboardEnv>()
  .use(requireOwnForms)
  .route("/sign-in", signInPages)
  .use(requireSignIn)
  .post("/sign-out", signOut)
  .route("/account", account)
  .route("/connect", connect)
  .get("/", (c) => chooseOrganization(c, ""))
  .get("/organizations", showHome)
  .on(FORM, "/organizations/new", newOrganization)
  // The pattern also matches the path that ends with the organization.
  .use("/o/:organization/*", enterOrganization)
  .route("/o/:organization/find", find)
  .route("/o/:organization/tags", tags)
  .route("/o/:organization/links/import", imports)
  .route("/o/:organization/links/card", linkCard)
  .route("/o/:organization/links", linkForm)
  .route("/o/:organization", overview(visitParts))
  .on(FORM, "/o/:organization/notify", alertSettings)
  .on(FORM, "/o/:organization/rename", renaming)
  .get(`/o/:organization${LIVE_PATH}`, live)
  .get("/o/:organization/product-pictures/:retailer/:product", productPicture)
  .route("/o/:organization/visits", visits)
  .route("/o/:organization/visits", shares)
  .route("/o/:organization/sales", sales)
  .route("/o/:organization/reports", reports)
  .route("/o/:organization/links", links)
  .route("/o/:organization/links", link(LINK_PANELS))
  .route("/o/:organization/links", code)
  .route("/o/:organization/links", codeForms)
  .route("/o/:organization/codes", print)
  .route("/o/:organization/projects", projects)
  .route("/o/:organization/time-zone", organizationTimeZone)
  .route("/o/:organization/domains", domains)
  .route("/o/:organization/exports", exportScreens)
  .route("/o/:organization/activity", activity)
  .route("/o/:organization/keys", keys)
  .route("/o/:organization/webhooks", webhooks)
  .route("/o/:organization/members", members);

dashboard.onError((error, c) => {
  // Undefined if the error came before the organization was known.
  const workspace: Workspace | undefined = c.var.workspace;
  return problemPage(error, c.var.correlationId, workspace);
});

/** The page for a path without a screen. It keeps the navigation of the organization. */
export async function unknownPage(context: AppContext): Promise<Response> {
  // Below /dashboard, the sign-in ran and set the variables of the dashboard.
  const c = context as unknown as DashboardContext;
  await enterOnlyOrganization(c);
  return problemPage(noSuchPage(), c.var.correlationId, c.var.workspace);
}

for (const path of [...SCREEN_PATHS, ...FORM_PATHS]) dashboard.get(path, (c) => chooseOrganization(c, path));
