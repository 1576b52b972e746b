import { jobActor } from "../../access/actor.ts";
import { projectStore } from "../../access/project-store.ts";
import { type DomainDependencies, ownHosts } from "../../addresses/claimed-domain.ts";
import type { Domain } from "../../addresses/domain.ts";
import { domainStore } from "../../addresses/domain-store.ts";
import {
  addDomain,
  changeDomain,
  confirmDomain,
  listDomains,
  removeDomain,
} from "../../addresses/manage-domains.ts";
import { type TakenBack, takeBackDomain } from "../../links/take-back-domain.ts";
import { redirectSettings } from "../../settings/redirect-settings.ts";
import type { DatabaseLocation } from "../command-line/database-location.ts";
import { json, table } from "../command-line/output.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { readDeployment } from "../configuration/deployment.ts";
import { withDatabase } from "../database/database.ts";
import { type DomainCommand, parseDomainCommand, USAGE } from "./domain-arguments.ts";

const operator = jobActor("npm run domains");

/** The command `npm run domains`; `open` opens its database. Returns the text for stdout. */
export async function domains(args: string[], open = withDatabase): Promise<string> {
  const command = parseDomainCommand(args);
  if (command.command === "help") return USAGE;
  const judgesHosts = ["add", "confirm", "change"].includes(command.command);
  const hosts = ownHosts(judgesHosts ? await originsOf(command.location) : []);
  return open(command.location, (db) => execute(command, db, hosts));
}

/** The configured origins of the service at this location. */
async function originsOf(location: DatabaseLocation): Promise<string[]> {
  const variables = location.remote
    ? (await readDeployment(location)).variables
    : await readConfiguration(location, process.env);
  const { shortLinkOrigin, apiOrigin } = redirectSettings(variables);
  return [shortLinkOrigin, apiOrigin].filter((origin) => origin !== null);
}

async function execute(
  command: Exclude<DomainCommand, { command: "help" }>,
  db: D1Database,
  hosts: DomainDependencies["ownHosts"],
): Promise<string> {
  const dependencies = {
    db,
    domains: domainStore(db),
    projects: projectStore(db),
    ownHosts: hosts,
    txtResolver: null,
    now: () => new Date(),
  };
  switch (command.command) {
    case "list": {
      const { organization: organizationId } = command;
      const found = await listDomains(operator, { organizationId }, dependencies);
      if (command.json) return json({ domains: found });
      return found.length === 0 ? "No domains.\n" : tableOf(found);
    }
    case "add":
    case "confirm": {
      const { host, organization: organizationId } = command;
      const domain =
        command.command === "add"
          ? await addDomain(operator, { host, organizationId, ...command.settings }, dependencies)
          : await confirmDomain(operator, { host, organizationId }, dependencies);
      return command.json ? json({ domain }) : `${tableOf([domain])}${nextSteps(domain)}`;
    }
    case "change": {
      const { host, organization: organizationId, settings } = command;
      const domain = await changeDomain(operator, { host, organizationId, ...settings }, dependencies);
      return command.json ? json({ domain }) : tableOf([domain]);
    }
    case "remove": {
      const { host, organization: organizationId } = command;
      const removed = await removeDomain(operator, { host, organizationId }, dependencies);
      return command.json ? json({ removed: removed.host }) : `Removed ${removed.host}.\n`;
    }
    case "take-back": {
      const taken = await takeBackDomain(operator, { host: command.host }, dependencies);
      return command.json ? json({ takenBack: taken }) : describeTakenBack(taken);
    }
  }
}

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
