import { Hono } from "hono";
import type { DashboardEnv } from "../frame/context.ts";
import { showForm, takeForm } from "../frame/form-screen.ts";
import { LINK } from "../frame/link-address.ts";
import { newCode } from "./add-code.tsx";
import { renaming } from "./rename-code.tsx";

/** The forms that add a code to a link and rename one, below /links. */
export const codeForms = new Hono<DashboardEnv>()
  .get(`${LINK}/add-code`, showForm(newCode))
  .post(`${LINK}/add-code`, takeForm(newCode))
  .get(`${LINK}/rename-code/:identifier`, showForm(renaming))
  .post(`${LINK}/rename-code/:identifier`, takeForm(renaming));
