import * as z from "zod";
import type { Routes } from "./answers.ts";

export interface Domain {
  hostname: string;
  service: string;
}

const Origins = z.array(z.looseObject({ hostname: z.string() }));
const Records = z.looseObject({ origins: Origins });
const SCRIPTS = "/accounts/:account/workers/scripts/:script";
const ZONE = { id: `${"0".repeat(31)}2`, name: "example.com", status: "active" };

/** The zone example.com, and the Workers that have its host names. */
export function domainRoutes(domains: Domain[]): Routes {
  return {
    "GET /zones": ({ query }) => [ZONE].filter(({ name }) => (query.get("name") ?? name) === name),
    "GET /zones/:zone/workers/routes": () => [],
    "GET /accounts/:account/workers/domains": ({ query }) =>
      domains.filter(({ hostname }) => (query.get("hostname") ?? hostname) === hostname),
    [`POST ${SCRIPTS}/domains/changeset`]: ({ json }) => ({
      ...{ added: Origins.parse(json), removed: [], updated: [], conflicting: [] },
    }),
    [`PUT ${SCRIPTS}/domains/records`]: ({ at, json }) => {
      for (const { hostname } of Records.parse(json).origins)
        domains.push({ hostname, service: at.script ?? "" });
      return domains;
    },
  };
}
