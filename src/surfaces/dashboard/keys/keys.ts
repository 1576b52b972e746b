import { Hono } from "hono";
import type { DashboardEnv } from "../layout/context.ts";
import { showForm, takeForm } from "../layout/form-screen.ts";
import { showKey } from "./key.tsx";
import { showKeys } from "./list.tsx";
import { newKey } from "./new.tsx";
import { revocation } from "./revoke.tsx";
import { rotation } from "./rotate.tsx";

/** The screens of the organization's API keys, below /keys. */
export const keys = new Hono<DashboardEnv>()
  .get("/", showKeys)
  .get("/new", showForm(newKey))
  .post("/new", takeForm(newKey))
  .get("/:key", showKey)
  .get("/:key/rotate", showForm(rotation))
  .post("/:key/rotate", takeForm(rotation))
  .get("/:key/revoke", showForm(revocation))
  .post("/:key/revoke", takeForm(revocation));
