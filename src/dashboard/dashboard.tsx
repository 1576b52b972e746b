import { Hono } from "hono";
import { isTrustedHost } from "../settings/trusted-host.ts";
import { activity } from "./activity/activity.tsx";
import { pageAnswer } from "./answers.ts";
import { code } from "./codes/code.tsx";
import { sheet } from "./codes/sheet.tsx";
import { ComponentPage } from "./component-page.tsx";
import type { DashboardEnv } from "./context.ts";
import { imports } from "./imports/imports.tsx";
import { keys } from "./keys/keys.tsx";
import { linkForm } from "./link-form/link-form.tsx";
import { link } from "./links/link.tsx";
import { links } from "./links/links.tsx";
import { members } from "./members/members.tsx";
import { overview } from "./overview/overview.tsx";
import { projects } from "./projects/projects.tsx";
import {
  chooseOrganization,
  enterOrganization,
  listOrganizations,
  noSuchPage,
  requireSignIn,
  SCREEN_PATHS,
} from "./sign-in.tsx";
import { visits } from "./visits/visits.tsx";

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
  .route("/o/:organization/links", linkForm)
  .route("/o/:organization", overview)
  .route("/o/:organization/visits", visits)
  .route("/o/:organization/links", links)
  .route("/o/:organization/links", link)
  .route("/o/:organization/links", code)
  .route("/o/:organization/codes", sheet)
  .route("/o/:organization/projects", projects)
  .route("/o/:organization/activity", activity)
  .route("/o/:organization/keys", keys)
  .route("/o/:organization/members", members);

for (const path of SCREEN_PATHS) dashboard.get(path, (c) => chooseOrganization(c, path));
