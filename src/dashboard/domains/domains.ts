import { Hono } from "hono";
import type { DashboardEnv } from "../layout/context.ts";
import { showForm, takeForm } from "../layout/form-screen.ts";
import { domainConfirmation } from "./confirmation.tsx";
import { domainRemoval, newDomain, oneDomain } from "./forms.tsx";
import { showDomains } from "./list.tsx";

/** The screens of the organization's domains, below /domains. */
export const domains = new Hono<DashboardEnv>()
  .get("/", showDomains)
  .get("/new", showForm(newDomain))
  .post("/new", takeForm(newDomain))
  .get("/:host", showForm(oneDomain))
  .post("/:host", takeForm(oneDomain))
  .get("/:host/confirm", showForm(domainConfirmation))
  .post("/:host/confirm", takeForm(domainConfirmation))
  .get("/:host/remove", showForm(domainRemoval))
  .post("/:host/remove", takeForm(domainRemoval));
