import { type MemberActor, memberActor } from "../../../features/access/actor.ts";
import { createProject } from "../../../features/access/manage-projects.ts";
import { projectStore } from "../../../features/access/project-store.ts";
import { ownHosts } from "../../../features/addresses/claimed-domain.ts";
import { domainStore } from "../../../features/addresses/domain-store.ts";
import { changeProject } from "../../../features/brands/change-project.ts";
import type { LogoStore } from "../../../features/brands/logo-store.ts";
import { changeLink } from "../../../features/links/change-link.ts";
import { codeChangeOfLink } from "../../../features/links/change-statements.ts";
import { createLink } from "../../../features/links/create-link.ts";
import { linkStore } from "../../../features/links/link-store.ts";
import type { LinkPatch } from "../../../features/links/patch.ts";
import { createQrCode } from "../../../features/qr-codes/create-qr-code.ts";
import { qrCodeStore } from "../../../features/qr-codes/qr-code-store.ts";
import { parseDefinition } from "../../../features/retailers/parse-definition.ts";
import { addDayNote } from "../../../features/visits/day-notes.ts";
import { addVisits } from "../../../features/visits/store-visits.ts";
import type { TapCount, VisitCount } from "../../../features/visits/visit-message.ts";
import { madeBy } from "../../../features/writes/claim.ts";
import type { ClaimStore } from "../../../features/writes/claim-store.ts";
import { DAY_MS, dayOf, HOUR_MS } from "../../../ground/core/days.ts";
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
import { localKey, readConfiguration } from "../configuration/configuration.ts";
import { serverAddress, withDatabase } from "../database/database.ts";
import { DEMO, demoOwner } from "../demo/prepare-demo.ts";
import { removeSeason } from "../demo/remove-season.ts";
import { SEASON, SEASON_BRAND, SEASON_NOTES, seasonMessages } from "../demo/season.ts";
import { addSeasonDomains, domainsFor, SEASON_ADDRESSES } from "../demo/season-domains.ts";
import {
  addSeasonAlerts,
  addSeasonChecks,
  addSeasonReport,
  addSeasonWebhook,
  UNSCANNED_LINK,
} from "../demo/season-extras.ts";
import { type SeasonLink, tapsOf, visitsOf } from "../demo/season-visits.ts";

const USAGE = `Usage: npm run demo [-- --remove]

  Fills the organization ${DEMO} with a season of made-up links, codes and visits, in a separate project and on two domains
  of this machine, so that the dashboard has data to show. Names and numbers are the same each time; ids are not.

  --remove           removes this data, and nothing else

${PLACE_USAGE}`;

const PLACE = { organizationId: DEMO, projectId: "season" };

/** Executes `npm run demo` with these arguments on the database that `open` opens. Returns the text for stdout. */
export async function demo(args: string[], open: typeof withDatabase = withDatabase): Promise<string> {
  const { values } = parse(args, {
    ...LOCATION_FLAGS,
    remove: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
  if (values.help) return USAGE;
  const location = locationOf(values);
  if (location.remote) throw new UsageError("The demo data is only for the local database.");
  if (values.remove) {
    const { projects, links } = await open(location, (db) => removeSeason(db, PLACE));
    return projects === 0
      ? "There was no season.\n"
      : `Removed the season: ${links} links with their codes and visits.\n`;
  }
  const variables = await readConfiguration(location, process.env);
  const running = serverAddress(stateDirectory(location));
  const shortLink = variables.SHORT_LINK_ORIGIN || running || "http://localhost:8787";
  const origins: Origins = { shortLink, api: variables.API_ORIGIN || shortLink, problem: null };
  const { affiliate } = readSettings(variables);
  return open(location, async (db) => {
    const owner = memberActor(await demoOwner(db));
    const now = new Date();
    const project = { id: PLACE.projectId, name: "Maple & Pine, this season", idempotency: null };
    if ((await projectStore(db).missing(DEMO, [project.id])).length === 0) {
      throw new CommandError(
        "The season already exists. To create it again, first run npm run demo -- --remove.",
      );
    }
    const before = () => new Date(now.getTime() - 91 * DAY_MS);
    const stores = { db, domains: domainStore(db), projects: projectStore(db) };
    await createProject(owner, project, { ...stores, now: before });
    const branding = {
      ...{ ...stores, now: before, brandCopies: { publish: () => {} }, logos: NO_LOGOS },
      ...{ origins, routes: null },
    };
    await changeProject(owner, { ...PLACE, patch: { brand: SEASON_BRAND }, idempotency: null }, branding);
    for (const [ago, text] of SEASON_NOTES) {
      const day = dayOf(new Date(now.getTime() - ago * DAY_MS));
      await addDayNote(owner, { day, text, projectId: project.id }, { ...stores, now: () => now });
    }
    await addSeasonDomains(owner, project.id, { ...stores, ownHosts: ownHosts([]), now: before });
    const linkIds = new Map<unknown, string>();
    const counts: VisitCount[] = [];
    const taps: TapCount[] = [];
    for (const [index, link] of SEASON.entries()) {
      const linkId = await fillLink(owner, link, now, { db, origins, affiliate });
      linkIds.set(link.body.name, linkId);
      const visits = visitsOf(linkId, link, index, now);
      counts.push(...visits);
      taps.push(...tapsOf(visits, link));
    }
    const key = readSettings({ ...variables, ...localKey(variables) }).webhookKey;
    if (key) await addSeasonWebhook(owner, PLACE.projectId, now, { db, origins, key });
    for (const message of seasonMessages(counts, taps, now)) await addVisits(db, [message]);
    await addSeasonReport(owner, PLACE.projectId, now, { db, origins });
    const linkId = linkIds.get(UNSCANNED_LINK) ?? "";
    await addSeasonChecks(linkIds, now, db);
    await addSeasonAlerts(owner, { projectId: project.id, linkId }, now, db);
    const visits = counts.reduce((sum, count) => sum + count[6], 0);
    return `Filled ${DEMO} with ${SEASON.length} links and ${visits} visits. To remove them: npm run demo -- --remove\n`;
  });
}

/** The brand of the season has no logo: this command has no bucket. */
const NO_LOGOS: LogoStore = {
  put: async () => {},
  count: async () => 0,
  next: async () => undefined,
  remove: () => {},
  read: async () => null,
  readDrawn: async () => null,
};

/** This command needs no idempotency. */
const NO_REPEATS: ClaimStore = {
  recall: async () => null,
  find: async () => null,
  findRows: async () => new Map(),
  recallRows: async () => new Map(),
  remember: () => {},
  rememberRows: () => {},
};

/** Creates one link with its codes at its time, and deactivates it if it has ended. Returns its id. */
async function fillLink(
  owner: MemberActor,
  { body, age, codes = [], ended = false, schedule = {} }: SeasonLink,
  now: Date,
  { db, ...configured }: Pick<Parameters<typeof createLink>[2], "db" | "origins" | "affiliate">,
): Promise<string> {
  const created = new Date(now.getTime() - age * DAY_MS);
  const { host, slug, earlier } = SEASON_ADDRESSES.get(String(body.name)) ?? {};
  const dependencies = {
    ...configured,
    db,
    now: () => created,
    projects: projectStore(db),
    domains: domainsFor(domainStore(db), host, PLACE.projectId),
    links: linkStore(db),
    qrCodes: qrCodeStore(db, codeChangeOfLink),
    extensions: [],
    // The job of the running service counts these links.
    claims: NO_REPEATS,
    // Short links work without copies in KV, from D1.
    redirects: {
      publish: () => {},
      publishChange: () => {},
      publishNew: () => {},
      publishCurrent: async () => {},
      publishAll: async () => ({ published: [], failures: [], puts: 0, isDown: false }),
      followSettings: async () => {},
    },
    waitUntil: () => {},
    log,
  };
  const { begins, ends, endedUrl } = schedule;
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const inDays = (days: number) => new Date(hour + days * DAY_MS).toISOString();
  const definition = parseDefinition({
    ...body,
    ...(slug !== undefined && { slug: earlier ?? slug }),
    projectId: PLACE.projectId,
    schedule: {
      ...(begins !== undefined && { activeFrom: inDays(begins) }),
      ...(ends !== undefined && { activeUntil: inDays(ends) }),
      ...(endedUrl !== undefined && { endedUrl }),
    },
  });
  const { link } = madeBy(await createLink(owner, { definition, idempotency: null }, dependencies));
  for (const [identifier, name] of codes) {
    const request = { identifier, name };
    await createQrCode(owner, { linkId: link.id, request, idempotency: null }, dependencies);
  }
  const change = async (patch: LinkPatch, daysAgo: number) => {
    const at = new Date(now.getTime() - daysAgo * DAY_MS);
    const request = { linkId: link.id, patch, expected: null, idempotency: null };
    await changeLink(owner, request, { ...dependencies, now: () => at });
  };
  if (slug !== undefined && earlier !== undefined) await change({ slug }, age - 1);
  if (ended) await change({ status: "inactive" }, 7);
  return link.id;
}
