import { ownHosts } from "../../addresses/claimed-domain.ts";
import type { DashboardContext } from "../layout/context.ts";

/** The dependencies of domain verbs, with the service's own hosts: of its origins, this request and its routes. */
export const domainDependencies = ({ req, var: { dependencies, origins } }: DashboardContext) => ({
  ...dependencies,
  ownHosts: ownHosts([origins.shortLink, origins.api, req.url], dependencies.routes),
});

/** The domain of the request's path. */
export const hostOf = (c: { req: { param(name: "host"): string | undefined } }): string =>
  c.req.param("host") ?? "";
