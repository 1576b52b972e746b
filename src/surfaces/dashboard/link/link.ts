import { Hono } from "hono";
import { getAddressCode } from "../../../features/links/link-addresses.ts";
import { pageResponse } from "../layout/answers.ts";
import { type DashboardContext, type DashboardEnv, LINK, linkIdIn } from "../layout/context.ts";
import { FORM } from "../layout/form-screen.ts";
import { showHistory } from "./history.tsx";
import { restoration, settleCode, switchOff, switchOn } from "./link-actions.tsx";
import { linkPage } from "./link-page.tsx";

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
  .post(`${LINK}/silence/:code`, settleCode)
  .post(`${LINK}/switch-on`, switchOn)
  .on(FORM, `${LINK}/switch-off`, switchOff)
  .on(FORM, `${LINK}/restore/:version`, restoration);
