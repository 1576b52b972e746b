import { jobActor } from "../../src/features/access/actor.ts";
import { projectStore } from "../../src/features/access/project-store.ts";
import { ownHosts } from "../../src/features/addresses/claimed-domain.ts";
import { domainStore } from "../../src/features/addresses/domain-store.ts";
import { addDomain } from "../../src/features/addresses/manage-domains.ts";
import { linkBody } from "../bodies.ts";
import { expectExtendedLink } from "../expectations.ts";
import { post, type RequestOptions, send } from "../requests.ts";
import { startService } from "../service.ts";

/** GTINs that GS1 keeps for examples, and one of 12 digits in 14. */
export const GTIN = "09506000134352";
export const OTHER_GTIN = "09506000134369";
export const UPC = "036000291452";

/** A separate service, because an isolate caches domains, whose project `brand` has the domain `id.localhost`. */
export async function startGtinService(vars: Record<string, string> = {}) {
  const service = await startService({ vars });
  const { key } = await service.issueKey({ createProjects: ["main", "brand", "rival"] });
  const other = await service.issueKey({ organization: "gtin-globex", createProjects: ["main"] });
  const { DB } = service.env;
  const domains = {
    db: DB,
    domains: domainStore(DB),
    projects: projectStore(DB),
    ownHosts: ownHosts([]),
    now: () => new Date(),
  };
  const operator = jobActor("test");
  const claim = (host: string, organizationId: string, projectId: string) =>
    addDomain(operator, { host, organizationId, projectId }, domains);
  await claim("id.localhost", "acme", "brand");
  await claim("rival.localhost", "gtin-globex", "main");
  const port = service.url.port && `:${service.url.port}`;
  const origin = `http://id.localhost${port}`;
  let made = 0;
  return {
    service,
    key,
    other,
    domains,
    operator,
    origin,
    body(changes: object = {}, pair = "custom custom_url") {
      made++;
      const custom = pair === "custom custom_url" && { customUrl: `https://example.com/gtin-${made}` };
      return linkBody(pair, { projectId: "brand", ...custom, ...changes });
    },
    async create(changes: object = {}, pair?: string) {
      const body = this.body(changes, pair);
      return expectExtendedLink(await post(service, "/v1/links?include=all", body, { key }));
    },
    patch: (id: string, changes: object) =>
      send(service, "PATCH", `/v1/links/${id}?include=all`, changes, { key }),
    /** Requests a path from a host; by default from the domain of the project. */
    ask: (path: string, options: RequestOptions & { method?: string; host?: string } = {}) => {
      const { method = "GET", host = "id.localhost", ...rest } = options;
      return send(service, method, `http://${host}${port}${path}`, undefined, rest);
    },
  };
}
export type GtinService = Awaited<ReturnType<typeof startGtinService>>;
