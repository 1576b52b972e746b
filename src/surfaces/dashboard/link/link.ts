import { Hono } from "hono";
import { getAddressCode } from "../../../features/links/link-addresses.ts";
import { pageResponse } from "../layout/answers.ts";
import { type DashboardContext, type DashboardEnv, LINK, linkIdIn } from "../layout/context.ts";
import { showForm, takeForm } from "../layout/form-screen.ts";
import { showHistory } from "./history.tsx";
import { linkPage } from "./link-page.tsx";
import { restoration } from "./restore.tsx";
import { settleCode, switchOff, switchOn } from "./switch-link.tsx";

/** The code of one of a link's addresses as an image. */
async function showAddressCode(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies, origins } = c.var;
  const name = (c.req.param("name") ?? "").replace(/\.svg$/, "");
  const code = await getAddressCode(
    workspace.actor,
    { linkId: linkIdIn(c), name },
    { ...dependencies, origins },
  );
  return new Response(code, {
    headers: {
      "Content-Type": "image/svg+xml",
      "Cache-Control": "no-store",
      "Content-Security-Policy": "default-src 'none'",
    },
  });
}

/** The screens of one link, below /links. */
export const link = new Hono<DashboardEnv>()
  .get(LINK, async (c) => pageResponse(await linkPage(c)))
  .get(`${LINK}/history`, showHistory)
  .get(`${LINK}/addresses/:name{[a-z0-9-]+\\.svg}`, showAddressCode)
  .post(`${LINK}/silence/:code`, takeForm(settleCode))
  .post(`${LINK}/switch-on`, takeForm(switchOn))
  .get(`${LINK}/switch-off`, showForm(switchOff))
  .post(`${LINK}/switch-off`, takeForm(switchOff))
  .get(`${LINK}/restore/:version`, showForm(restoration))
  .post(`${LINK}/restore/:version`, takeForm(restoration));
