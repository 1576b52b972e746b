import { jobActor } from "../../../features/access/actor.ts";
import { projectStore } from "../../../features/access/project-store.ts";
import { type DomainDependencies, ownHosts } from "../../../features/addresses/claimed-domain.ts";
import type { DomainSettings } from "../../../features/addresses/domain-settings.ts";
import { APP_ADDRESSES, type Domain, domainStore } from "../../../features/addresses/domain-store.ts";
import {
  addDomain,
  changeDomain,
  confirmDomain,
  listDomains,
  removeDomain,
} from "../../../features/addresses/manage-domains.ts";
import { type TakenBack, takeBackDomain } from "../../../features/links/take-back-domain.ts";
import { redirectSettings } from "../../../ground/platform/redirect-settings.ts";
import { id, list, oneOf, optionalId, required } from "../command-line/arguments.ts";
import { UsageError } from "../command-line/command.ts";
import { type DatabaseLocation, PLACE_USAGE } from "../command-line/database-location.ts";
import { table } from "../command-line/output.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { readDeployment } from "../configuration/deployment.ts";
import { databaseCommand, subcommand } from "./database-command.ts";

const ORGANIZATION = { organization: { type: "string" } } as const;
const SETTINGS = {
  project: { type: "string" },
  "root-url": { type: "string" },
  "not-found-url": { type: "string" },
  "ios-app": { type: "string", multiple: true },
  "android-app": { type: "string", multiple: true },
  "app-addresses": { type: "string" },
} as const;

/** The help text of `npm run domains`. */
const USAGE = `Usage: npm run domains -- COMMAND

  list [--organization ID]
      Lists the domains, including unconfirmed claims from the dashboard.
  add HOST --organization ID [settings]
      Gives a domain to an organization. The host also has to reach the Worker: see docs/deploying.md.
  confirm HOST --organization ID
      Confirms an owner's claim. An unconfirmed claim has no effect.
  change HOST [--organization ID] settings
      Changes the given settings; "none" removes a setting.
  remove HOST [--organization ID]
      Removes a domain without links. A domain with links stays, because the links may be printed.
  take-back HOST
      Takes a domain from its organization. Its links move to the default host: their random URLs keep working, and their
      slugs unless another link on the default host uses or used them.

  Settings:
      --project ID          new links of this project use the domain, instead of its current domain
      --root-url URL        where https://HOST/ redirects
      --not-found-url URL   where URLs without a link redirect
      --ios-app ID          iOS apps that open its links, such as ABCDE12345.com.example.app
      --android-app "PACKAGE FINGERPRINT"
                            Android apps that open its links: the package name and the certificate's SHA-256 fingerprint
      --app-addresses all|slugs|none
                            which links open an app: all, only those with a slug or an imported path, or none

${PLACE_USAGE}  --json             a line of JSON (without npm's own lines: npm run --silent domains)
`;

const operator = jobActor("npm run domains");
const HOST = "the host, such as go.example.com";

/** The dependencies of a change at `location`; without it, of commands that don't validate hosts. */
async function dependenciesFor(location?: DatabaseLocation) {
  const hosts: DomainDependencies["ownHosts"] = ownHosts(location ? await originsOf(location) : []);
  return (db: D1Database) => ({
    db,
    domains: domainStore(db),
    projects: projectStore(db),
    ownHosts: hosts,
    txtResolver: null,
    now: () => new Date(),
  });
}

/** The command `npm run domains`. */
export const domains = databaseCommand(USAGE, {
  list: subcommand(ORGANIZATION, async (values) => {
    const organizationId = optionalId("--organization", values.organization) ?? null;
    const dependenciesOf = await dependenciesFor();
    return async (db) => {
      const found = await listDomains(operator, { organizationId }, dependenciesOf(db));
      return { data: { domains: found }, text: found.length === 0 ? "No domains.\n" : tableOf(found) };
    };
  }),
  add: subcommand(
    { ...ORGANIZATION, ...SETTINGS },
    async (values, host, location) => {
      const organizationId = id("--organization", required("--organization", values.organization));
      const input = { host, organizationId, ...settingsIn(values) };
      const dependenciesOf = await dependenciesFor(location);
      return async (db) => confirmed(await addDomain(operator, input, dependenciesOf(db)));
    },
    HOST,
  ),
  confirm: subcommand(
    ORGANIZATION,
    async (values, host, location) => {
      const organizationId = id("--organization", required("--organization", values.organization));
      const dependenciesOf = await dependenciesFor(location);
      return async (db) =>
        confirmed(await confirmDomain(operator, { host, organizationId }, dependenciesOf(db)));
    },
    HOST,
  ),
  change: subcommand(
    { ...ORGANIZATION, ...SETTINGS },
    async (values, host, location) => {
      const settings = settingsIn(values);
      if (Object.keys(settings).length === 0) throw new UsageError("Name the settings to change.");
      const organizationId = optionalId("--organization", values.organization);
      const dependenciesOf = await dependenciesFor(location);
      return async (db) => {
        const input = { host, organizationId, ...settings };
        const domain = await changeDomain(operator, input, dependenciesOf(db));
        return { data: { domain }, text: tableOf([domain]) };
      };
    },
    HOST,
  ),
  remove: subcommand(
    ORGANIZATION,
    async (values, host) => {
      const input = { host, organizationId: optionalId("--organization", values.organization) };
      const dependenciesOf = await dependenciesFor();
      return async (db) => {
        const removed = await removeDomain(operator, input, dependenciesOf(db));
        return { data: { removed: removed.host }, text: `Removed ${removed.host}.\n` };
      };
    },
    HOST,
  ),
  "take-back": subcommand(
    {},
    async (_, host) => {
      const dependenciesOf = await dependenciesFor();
      return async (db) => {
        const taken = await takeBackDomain(operator, { host }, dependenciesOf(db));
        return { data: { takenBack: taken }, text: describeTakenBack(taken) };
      };
    },
    HOST,
  ),
});

const confirmed = (domain: Domain) => ({
  data: { domain },
  text: `${tableOf([domain])}${nextSteps(domain)}`,
});

/** The configured origins of the service at this location. */
async function originsOf(location: DatabaseLocation): Promise<string[]> {
  const variables = location.remote
    ? (await readDeployment(location)).variables
    : await readConfiguration(location, process.env);
  const { shortLinkOrigin, apiOrigin } = redirectSettings(variables);
  return [shortLinkOrigin, apiOrigin].filter((origin) => origin !== null);
}

const settingOf = (text: string): string | null => (text === "none" ? null : text);

/** The apps of a system, which take the place of the present ones. */
const appsOf = (flag: string, values: string[]): string[] =>
  values.join() === "none" ? [] : list(flag, values);

type SettingValues = {
  [Flag in keyof typeof SETTINGS]?: (typeof SETTINGS)[Flag] extends { multiple: true } ? string[] : string;
};

const settingsIn = (values: SettingValues): DomainSettings => ({
  ...(values.project !== undefined && { projectId: settingOf(id("--project", values.project)) }),
  ...(values["root-url"] !== undefined && { rootUrl: settingOf(values["root-url"]) }),
  ...(values["not-found-url"] !== undefined && { notFoundUrl: settingOf(values["not-found-url"]) }),
  ...(values["ios-app"] && { iosApps: appsOf("--ios-app", values["ios-app"]) }),
  ...(values["android-app"] && { androidApps: appsOf("--android-app", values["android-app"]) }),
  ...(values["app-addresses"] !== undefined && {
    appAddresses: oneOf("--app-addresses", values["app-addresses"], APP_ADDRESSES),
  }),
});

const tableOf = (domains: readonly Domain[]): string =>
  table(
    ["HOST", "ORGANIZATION", "STATE", "NEW LINKS OF", "/ REDIRECTS TO", "UNKNOWN REDIRECTS TO"],
    domains.map(({ host, organizationId, confirmedAt, projectId, rootUrl, notFoundUrl }) => [
      host,
      organizationId,
      confirmedAt === null ? "pending" : "confirmed",
      projectId ?? "-",
      rootUrl ?? "-",
      notFoundUrl ?? "-",
    ]),
  );

const nextSteps = ({ host }: Domain): string =>
  `\nFor the deployed service, add this to \`routes\` in wrangler.toml, then run npm run deploy:\n  { pattern = "${host}", custom_domain = true },\nKeep the domain once a link on it is printed.\n`;

const describeTakenBack = ({ host, links, withoutSlug }: TakenBack): string =>
  `Took ${host} back. Links moved to the default host: ${links}; without their slug, because other links use or used it: ${withoutSlug}.\nThe change takes effect within 30 seconds. QR codes keep their printed URLs: create new codes before printing again.\n`;
