import { ownHosts } from "../../addresses/claimed-domain.ts";
import type { DashboardContext } from "../layout/context.ts";

/** What the verbs on domains use, with the hosts of the service: those of its origins, of this request and of its routes. */
export const domainDependencies = ({ req, var: { dependencies, origins } }: DashboardContext) => ({
  ...dependencies,
  ownHosts: ownHosts([origins.shortLink, origins.api, req.url], dependencies.routes),
});

/** The domain that the URL of the screen names. */
export const hostOf = (c: { req: { param(name: "host"): string | undefined } }): string =>
  c.req.param("host") ?? "";
