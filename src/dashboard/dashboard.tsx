import { Hono } from "hono";
import { isTrustedHost } from "../settings/trusted-host.ts";
import { activity } from "./activity/activity.tsx";
import { pageAnswer } from "./answers.ts";
import { ComponentPage } from "./component-page.tsx";
import type { DashboardEnv } from "./context.ts";
import { imports } from "./imports/imports.tsx";
import { keys } from "./keys/keys.tsx";
import { members } from "./members/members.tsx";
import { projects } from "./projects/projects.tsx";
import {
  chooseOrganization,
  enterOrganization,
  listOrganizations,
  noSuchPage,
  requireSignIn,
  SCREEN_PATHS,
} from "./sign-in.tsx";

/** The screens for people who sign in, below /dashboard. */
export const dashboard = new Hono<DashboardEnv>()
  .get("/components", (c) => {
    if (!isTrustedHost(new URL(c.req.url).hostname)) throw noSuchPage();
    return pageAnswer(<ComponentPage />);
  })
  .use(requireSignIn)
  .get("/", (c) => chooseOrganization(c, ""))
  .get("/organizations", listOrganizations)
  .use("/o/:organization", enterOrganization)
  .use("/o/:organization/*", enterOrganization)
  .route("/o/:organization/links/import", imports)
  .route("/o/:organization/projects", projects)
  .route("/o/:organization/activity", activity)
  .route("/o/:organization/keys", keys)
  .route("/o/:organization/members", members);

for (const path of SCREEN_PATHS) dashboard.get(path, (c) => chooseOrganization(c, path));
