import { Hono } from "hono";
import type { DashboardEnv } from "../layout/context.ts";
import { showForm, takeForm } from "../layout/form-screen.ts";
import { showMembers } from "./list.tsx";
import { oneMember } from "./member.tsx";
import { newMember } from "./new.tsx";
import { removal } from "./remove.tsx";

/** The screens of the organization's members, below /members. */
export const members = new Hono<DashboardEnv>()
  .get("/", showMembers)
  .get("/new", showForm(newMember))
  .post("/new", takeForm(newMember))
  .get("/:member", showForm(oneMember))
  .post("/:member", takeForm(oneMember))
  .get("/:member/remove", showForm(removal))
  .post("/:member/remove", takeForm(removal));
