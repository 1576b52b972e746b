import { jobActor, type MemberActor, memberActor } from "../../../features/access/actor.ts";
import { createProject } from "../../../features/access/manage-projects.ts";
import { projectStore } from "../../../features/access/project-store.ts";
import { ownHosts } from "../../../features/addresses/claimed-domain.ts";
import { domainStore } from "../../../features/addresses/domain-store.ts";
import { addDomain } from "../../../features/addresses/manage-domains.ts";
import { changeProject } from "../../../features/brands/change-project.ts";
import { codeChangeOfLink } from "../../../features/links/change-statements.ts";
import { createLink } from "../../../features/links/create-link.ts";
import { linkStore } from "../../../features/links/link-store.ts";
import { createQrCode } from "../../../features/qr-codes/create-qr-code.ts";
import { qrCodeStore } from "../../../features/qr-codes/qr-code-store.ts";
import { parseDefinition } from "../../../features/retailers/parse-definition.ts";
import { addVisits } from "../../../features/visits/store-visits.ts";
import { madeBy } from "../../../features/writes/claim.ts";
import { DAY_MS } from "../../../ground/core/days.ts";
import type { Origins } from "../../../ground/core/origins.ts";
import { log } from "../../../ground/platform/log.ts";
import { readSettings } from "../../../settings.ts";
import { parse } from "../command-line/arguments.ts";
import { CommandError, UsageError } from "../command-line/command.ts";
import {
  LOCATION_FLAGS,
  locationOf,
  PLACE_USAGE,
  stateDirectory,
} from "../command-line/database-location.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { serverAddress, withDatabase } from "../database/database.ts";
import { DEMO, demoOwner } from "../demo/prepare-demo.ts";
import { SEASON, SEASON_BRAND, SEASON_HOST, seasonMessages, visitsOf } from "../demo/season.ts";

const USAGE = `Usage: npm run demo

  Fills the organization ${DEMO} with a season of made-up links, codes and visits, in a separate project and on the domain
  ${SEASON_HOST}, so that the dashboard has data to show. Names and numbers are the same each time; ids are not.

${PLACE_USAGE}`;

const PLACE = { organizationId: DEMO, projectId: "season" };

/** Executes `npm run demo` with these arguments on the database that `open` opens. Returns the text for stdout. */
export async function demo(args: string[], open: typeof withDatabase = withDatabase): Promise<string> {
  const { values } = parse(args, { ...LOCATION_FLAGS, help: { type: "boolean", short: "h" } });
  if (values.help) return USAGE;
  const location = locationOf(values);
  if (location.remote) throw new UsageError("The demo data is only for the local database.");
  const variables = await readConfiguration(location, process.env);
  const running = serverAddress(stateDirectory(location));
  const shortLink = variables.SHORT_LINK_ORIGIN || running || "http://localhost:8787";
  const origins: Origins = { shortLink, api: variables.API_ORIGIN || shortLink, problem: null };
  const { affiliate } = readSettings(variables);
  return open(location, async (db) => {
    const visits = await fill(memberActor(await demoOwner(db)), new Date(), { db, origins, affiliate });
    return `Filled ${DEMO} with ${SEASON.length} links and ${visits} visits.\n`;
  });
}

/** Creates the project, its brand and domain, and the links with their codes and visits. Returns the number of visits. */
async function fill(
  owner: MemberActor,
  now: Date,
  configured: Pick<Parameters<typeof createLink>[2], "db" | "origins" | "affiliate">,
): Promise<number> {
  const { db } = configured;
  const daysAgo = (days: number) => () => new Date(now.getTime() - days * DAY_MS);
  const stores = { db, domains: domainStore(db), projects: projectStore(db), now: daysAgo(91) };
  const { projectId } = PLACE;
  if ((await stores.projects.missing(DEMO, [projectId])).length === 0) {
    throw new CommandError("The season already exists. To start over, delete .wrangler/.");
  }
  const project = { id: projectId, name: "Maple & Pine, this season", idempotency: null };
  await createProject(owner, project, stores);
  const { origins } = configured;
  const branding = {
    ...stores,
    origins,
    routes: null,
    brandCopies: { publish: () => {} },
    logos: { remove: () => {} },
  };
  await changeProject(owner, { ...PLACE, patch: { brand: SEASON_BRAND }, idempotency: null }, branding);
  const domain = { ...PLACE, host: SEASON_HOST };
  await addDomain(jobActor("npm run demo"), domain, { ...stores, ownHosts: ownHosts([]) });
  const dependencies = {
    ...configured,
    ...stores,
    links: linkStore(db),
    qrCodes: qrCodeStore(db, codeChangeOfLink),
    extensions: [],
    // No request is repeated, and short links work without copies in KV, from D1.
    claims: { earlierResult: async () => null, remember: () => {} },
    redirects: { publish: () => {} },
    waitUntil: () => {},
    log,
  };
  let visits = 0;
  for (const season of SEASON) {
    const created = { ...dependencies, now: daysAgo(season.age) };
    const definition = parseDefinition({ ...season.body, projectId });
    const { link } = madeBy(await createLink(owner, { definition, idempotency: null }, created));
    for (const [identifier, name] of season.codes ?? []) {
      const request = { identifier, name };
      await createQrCode(owner, { linkId: link.id, request, idempotency: null }, created);
    }
    const found = visitsOf(link.id, season, now);
    for (const message of seasonMessages(found, now)) await addVisits(db, [message]);
    visits += found.counts.reduce((sum, count) => sum + count[6], 0);
  }
  return visits;
}
