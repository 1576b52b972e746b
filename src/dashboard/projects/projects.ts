import { Hono } from "hono";
import type { DashboardEnv } from "../frame/context.ts";
import { showForm, takeForm } from "../frame/form-screen.ts";
import { archiving } from "./archive.tsx";
import { showProjects } from "./list.tsx";
import { newProject } from "./new.tsx";
import { oneProject } from "./project.tsx";
import { timeZone } from "./time-zone.tsx";

/** The screens of the organization's projects, below /projects. */
export const projects = new Hono<DashboardEnv>()
  .get("/", showProjects)
  .get("/new", showForm(newProject))
  .post("/new", takeForm(newProject))
  .get("/time-zone", showForm(timeZone))
  .post("/time-zone", takeForm(timeZone))
  .get("/:project", showForm(oneProject))
  .post("/:project", takeForm(oneProject))
  .get("/:project/archive", showForm(archiving))
  .post("/:project/archive", takeForm(archiving));
