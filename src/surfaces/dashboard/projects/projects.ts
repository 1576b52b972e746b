import { Hono } from "hono";
import { MAX_LOGO_BYTES } from "../../../features/brands/logo.ts";
import type { DashboardEnv } from "../layout/context.ts";
import { showForm, takeForm, takeUpload } from "../layout/form-screen.ts";
import { archiving } from "./archive.tsx";
import { previewBrand, projectBrand } from "./brand.tsx";
import { showProjects } from "./list.tsx";
import { newProject } from "./new.tsx";
import { oneProject } from "./project.tsx";
import { timeZone } from "./time-zone.tsx";

/** The largest brand form in bytes: the logo and its fields. */
const MAX_FORM_BYTES = MAX_LOGO_BYTES + 128 * 1024;

/** The screens of the organization's projects, below /projects. */
export const projects = new Hono<DashboardEnv>()
  .get("/", showProjects)
  .get("/new", showForm(newProject))
  .post("/new", takeForm(newProject))
  .get("/:project", showForm(oneProject))
  .post("/:project", takeForm(oneProject))
  .get("/:project/brand", showForm(projectBrand))
  .get("/:project/brand/preview", previewBrand)
  .post("/:project/brand", takeUpload(projectBrand, MAX_FORM_BYTES))
  .get("/:project/archive", showForm(archiving))
  .post("/:project/archive", takeForm(archiving));

/** The organization's time zone. Not below /projects, where any segment can be a project's id. */
export const organizationTimeZone = new Hono<DashboardEnv>()
  .get("/", showForm(timeZone))
  .post("/", takeForm(timeZone));
