import { jobActor } from "../../access/actor.ts";
import { projectStore } from "../../access/project-store.ts";
import { addDomain } from "../../addresses/add-domain.ts";
import { changeDomain } from "../../addresses/change-domain.ts";
import type { Domain } from "../../addresses/domain.ts";
import { domainStore } from "../../addresses/domain-store.ts";
import { listDomains } from "../../addresses/list-domains.ts";
import { removeDomain } from "../../addresses/remove-domain.ts";
import { json, table } from "../command-line/output.ts";
import { withDatabase } from "../database/database.ts";
import { type DomainCommand, parseDomainCommand, USAGE } from "./domain-arguments.ts";

const operator = jobActor("npm run domains");

/** The command `npm run domains`; `open` gives its database. Returns the text for stdout. */
export async function domains(args: string[], open = withDatabase): Promise<string> {
  const command = parseDomainCommand(args);
  return command.command === "help" ? USAGE : open(command.location, (db) => execute(command, db));
}

async function execute(
  command: Exclude<DomainCommand, { command: "help" }>,
  db: D1Database,
): Promise<string> {
  const dependencies = {
    db,
    domains: domainStore(db),
    projects: projectStore(db),
    origins: null,
    now: () => new Date(),
  };
  switch (command.command) {
    case "list": {
      const { organization: organizationId } = command;
      const found = await listDomains(operator, { organizationId }, dependencies);
      if (command.json) return json({ domains: found });
      return found.length === 0 ? "No domains.\n" : tableOf(found);
    }
    case "add": {
      const { host, organization: organizationId, settings } = command;
      const domain = await addDomain(operator, { host, organizationId, ...settings }, dependencies);
      return command.json ? json({ domain }) : `${tableOf([domain])}${toDo(domain)}`;
    }
    case "change": {
      const domain = await changeDomain(operator, { host: command.host, ...command.settings }, dependencies);
      return command.json ? json({ domain }) : tableOf([domain]);
    }
    case "remove": {
      await removeDomain(operator, { host: command.host }, dependencies);
      return command.json ? json({ removed: command.host }) : `Removed ${command.host}.\n`;
    }
  }
}

const tableOf = (domains: readonly Domain[]): string =>
  table(
    ["HOST", "ORGANIZATION", "NEW LINKS OF", "/ LEADS TO", "UNKNOWN LEADS TO"],
    domains.map(({ host, organizationId, projectId, rootUrl, notFoundUrl }) => [
      host,
      organizationId,
      projectId ?? "-",
      rootUrl ?? "-",
      notFoundUrl ?? "-",
    ]),
  );

const toDo = ({ host }: Domain): string =>
  `\nFor the deployed service, add this to \`routes\` in wrangler.toml, then npm run deploy:\n  { pattern = "${host}", custom_domain = true },\nOnce a link on it is printed, the domain has to be kept.\n`;
