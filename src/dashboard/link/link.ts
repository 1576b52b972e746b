import { Hono } from "hono";
import { pageAnswer } from "../frame/answers.ts";
import type { DashboardEnv } from "../frame/context.ts";
import { showForm, takeForm } from "../frame/form-screen.ts";
import { LINK } from "../frame/link-address.ts";
import { showAddressCode } from "./address-code.ts";
import { showHistory } from "./history.tsx";
import { linkPage } from "./link-page.tsx";
import { restoration } from "./restore.tsx";
import { switchOff, switchOn } from "./switch-link.tsx";

/** The screens of one link, below /links. */
export const link = new Hono<DashboardEnv>()
  .get(LINK, async (c) => pageAnswer(await linkPage(c)))
  .get(`${LINK}/history`, showHistory)
  .get(`${LINK}/addresses/:name{[a-z0-9-]+\\.svg}`, showAddressCode)
  .post(`${LINK}/switch-on`, takeForm(switchOn))
  .get(`${LINK}/switch-off`, showForm(switchOff))
  .post(`${LINK}/switch-off`, takeForm(switchOff))
  .get(`${LINK}/restore/:version`, showForm(restoration))
  .post(`${LINK}/restore/:version`, takeForm(restoration));
