import { Hono } from "hono";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardEnv } from "../layout/context.ts";
import { showForm, takeForm } from "../layout/form-screen.ts";
import { LINK } from "../layout/link-address.ts";
import { showAddressCode } from "./address-code.ts";
import { showHistory } from "./history.tsx";
import { linkPage } from "./link-page.tsx";
import { restoration } from "./restore.tsx";
import { settleCode, switchOff, switchOn } from "./switch-link.tsx";

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
