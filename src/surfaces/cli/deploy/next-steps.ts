import * as z from "zod";
import { queryDatabase } from "../cloudflare/d1-api.ts";
import { type DatabaseLocation, locationFlags } from "../command-line/database-location.ts";
import { curlOfFirstLink } from "../command-line/output.ts";
import type { Plan } from "./plan.ts";
import { domainsWithoutRoute } from "./worker-domains.ts";

const Counts = z.array(z.object({ keys: z.number(), owners: z.number() })).min(1);

const COUNT = `SELECT (SELECT count(*) FROM api_keys) AS keys,
  (SELECT count(*) FROM members WHERE role = 'owner') AS owners`;

/** The project that the first key creates: links need a project. */
const PROJECT = "web";

/** The URL of the service, and the remaining steps before people and programs can use it, as lines. */
export async function nextSteps(
  { account, deployment, found, address }: Plan,
  location: DatabaseLocation,
): Promise<string[]> {
  const [result] = await queryDatabase(account, found.database ?? "", COUNT);
  const [{ keys, owners } = { keys: 0, owners: 0 }] = Counts.parse(result?.results);
  const { ACCESS_TEAM_DOMAIN, ACCESS_AUD } = deployment.variables;
  const unrouted = await domainsWithoutRoute(account, deployment, found.database);
  const flags = ["--remote", ...locationFlags(location)].join(" ");
  return [
    `  Address     ${address}`,
    `  Dashboard   ${address}/dashboard`,
    ...unrouted.map((sentence) => `  Domain      ${sentence}`),
    ...(ACCESS_TEAM_DOMAIN && ACCESS_AUD
      ? []
      : [
          "  Sign-in     not yet: put Cloudflare Access in front of /dashboard, then set ACCESS_TEAM_DOMAIN and ACCESS_AUD (docs/sign-in.md)",
        ]),
    ...(owners > 0
      ? []
      : [
          `  First owner npm run members -- add ${flags} --organization acme --email you@example.com --role owner`,
        ]),
    ...(keys > 0
      ? []
      : [
          `  First key   npm run keys -- issue ${flags} --organization acme --projects all --create-projects ${PROJECT} --scopes all --name first`,
          `  First link  ${curlOfFirstLink(address, PROJECT)}`,
        ]),
  ];
}
