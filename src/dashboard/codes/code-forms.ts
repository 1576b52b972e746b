import { Hono } from "hono";
import type { DashboardEnv } from "../layout/context.ts";
import { showForm, takeForm } from "../layout/form-screen.ts";
import { LINK } from "../layout/link-address.ts";
import { newCode } from "./add-code.tsx";
import { renaming } from "./rename-code.tsx";
import { savingStyle } from "./save-style.tsx";

/** The forms that add a code to a link, rename one and save how one looks, below /links. */
export const codeForms = new Hono<DashboardEnv>()
  .get(`${LINK}/add-code`, showForm(newCode))
  .post(`${LINK}/add-code`, takeForm(newCode))
  .get(`${LINK}/rename-code/:identifier`, showForm(renaming))
  .post(`${LINK}/rename-code/:identifier`, takeForm(renaming))
  .post(`${LINK}/style-code/:identifier`, takeForm(savingStyle));
