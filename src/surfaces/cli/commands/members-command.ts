import { jobActor, ROLES } from "../../../features/access/actor.ts";
import { findMemberships, listMembers, MAX_MEMBERS_PER_PAGE } from "../../../features/access/list-members.ts";
import {
  addMember,
  changeMember,
  type MemberDependencies,
  removeMember,
} from "../../../features/access/manage-members.ts";
import type { Member } from "../../../features/access/member.ts";
import { memberStore } from "../../../features/access/member-store.ts";
import { projectStore } from "../../../features/access/project-store.ts";
import { ADDRESS_MINUTES, makeAddress, oneTimeUrl } from "../../../features/sign-in/one-time-address.ts";
import { sessionStore } from "../../../features/sign-in/session-store.ts";
import { id, oneOf, optionalId, projectReach, required } from "../command-line/arguments.ts";
import { CommandError, UsageError } from "../command-line/command.ts";
import { type DatabaseLocation, PLACE_USAGE, stateDirectory } from "../command-line/database-location.ts";
import { everyItem, minute, table } from "../command-line/output.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { serverAddress } from "../database/database.ts";
import { databaseCommand, subcommand } from "./database-command.ts";

/** The help text of `npm run members`. */
const USAGE = `Usage: npm run members -- COMMAND

  add --organization ID --email ADDRESS --role ${ROLES.join("|")} [--projects all|ID,ID]
      Makes a person a member. Creates the organization if it is missing.
  list [--organization ID]
      Lists the members.
  change --organization ID --email ADDRESS --role ${ROLES.join("|")} [--projects all|ID,ID]
      Gives a member another role, or other projects.
  remove --organization ID --email ADDRESS
      Removes a member and the stored email address. Links and keys stay.
  sign-in --email ADDRESS [--url URL]
      Makes a one-time address, which signs a member in once, within ${ADDRESS_MINUTES} minutes. --url is that of the service,
      if it has no API_ORIGIN: by default http://localhost:8787.

An owner may do everything, an editor may write links and codes, a viewer may read: in all projects, or
in the named projects. Owners have all projects. An organization keeps at least one owner. See docs/sign-in.md.

${PLACE_USAGE}  --json             a line of JSON (without npm's own lines: npm run --silent members)
`;

const ORGANIZATION = { organization: { type: "string" } } as const;
const PERSON = { ...ORGANIZATION, email: { type: "string" } } as const;
const RIGHTS = { role: { type: "string" }, projects: { type: "string", multiple: true } } as const;

const person = (values: { organization?: string | undefined; email?: string | undefined }) => ({
  organization: id("--organization", required("--organization", values.organization)),
  email: required("--email", values.email),
});

const rights = (values: { role?: string | undefined; projects?: string[] | undefined }) => ({
  role: oneOf("--role", required("--role", values.role), ROLES),
  projects: values.projects && projectReach(values.projects),
});

const operator = jobActor("npm run members");
const dependenciesOf = (db: D1Database): MemberDependencies => ({
  members: memberStore(db),
  projects: projectStore(db),
  now: () => new Date(),
});

/** The command `npm run members`. */
export const members = databaseCommand(USAGE, {
  add: subcommand({ ...PERSON, ...RIGHTS }, (values) => {
    const request = { ...person(values), ...rights(values) };
    return async (db) => {
      const { member, already } = await addMember(operator, request, dependenciesOf(db));
      const text = `${describe(member)} is ${already ? "already " : ""}${member.role} of ${member.organizationId}.\n`;
      return { data: { ...member, alreadyMember: already }, text };
    };
  }),
  list: subcommand(ORGANIZATION, (values) => {
    const organization = optionalId("--organization", values.organization) ?? null;
    return async (db) => {
      const members = await everyItem(async (after: string | null) => {
        const query = { organization, limit: MAX_MEMBERS_PER_PAGE, after };
        const { members: items, next } = await listMembers(operator, query, dependenciesOf(db));
        return { items, next };
      });
      return { data: { members }, text: tableOf(members) };
    };
  }),
  change: subcommand({ ...PERSON, ...RIGHTS }, (values) => {
    const [who, change] = [person(values), rights(values)];
    return async (db) => {
      const dependencies = dependenciesOf(db);
      const { id: memberId } = await named(who, dependencies);
      const member = await changeMember(operator, { id: memberId, ...change }, dependencies);
      return { data: member, text: `${describe(member)} is ${member.role} of ${member.organizationId}.\n` };
    };
  }),
  "sign-in": subcommand(
    { email: { type: "string" }, url: { type: "string" } },
    async ({ email, url }, _, location) => {
      const request = { email: required("--email", email) };
      const origin = await dashboardOrigin(url, location);
      return async (db) => {
        const dependencies = { ...dependenciesOf(db), sessions: sessionStore(db) };
        const address = oneTimeUrl(origin, await makeAddress(operator, request, dependencies));
        const text = `${address}\n\nIt signs ${request.email} in once, within ${ADDRESS_MINUTES} minutes. Give it to nobody else.\n`;
        return { data: { ...request, address }, text };
      };
    },
  ),
  remove: subcommand(PERSON, (values) => {
    const who = person(values);
    return async (db) => {
      const dependencies = dependenciesOf(db);
      const member = await removeMember(operator, await named(who, dependencies), dependencies);
      return {
        data: member,
        text: `${describe(member)} is no longer a member of ${member.organizationId}.\n`,
      };
    };
  }),
});

/** The origin of the dashboard. Throws UsageError if a deployment has none in its configuration. */
async function dashboardOrigin(url: string | undefined, location: DatabaseLocation): Promise<string> {
  const configured = url ?? (await readConfiguration(location, {})).API_ORIGIN;
  if (configured) {
    const parsed = URL.parse(configured);
    if (parsed && /^https?:$/.test(parsed.protocol)) return parsed.origin;
    throw new UsageError("--url must be the URL of the service, such as https://go.example.com.");
  }
  if (location.remote)
    throw new UsageError("Name the URL of the service with --url, as `npm run status` shows it.");
  return serverAddress(stateDirectory(location)) ?? "http://localhost:8787";
}

/** The member that the flags name. Throws CommandError if there is no such member. */
async function named(
  { organization, email }: { organization: string; email: string },
  dependencies: MemberDependencies,
): Promise<Member> {
  const memberships = await findMemberships(email, dependencies);
  const found = memberships.find(({ organizationId }) => organizationId === organization);
  if (!found) throw new CommandError(`${email} is not a member of ${organization}.`);
  const { organizationName: _, ...member } = found;
  return member;
}

const describe = ({ email, id }: Member): string => `${email} (${id})`;

const tableOf = (members: readonly Member[]): string =>
  members.length === 0
    ? "No members.\n"
    : table(
        ["ID", "ORGANIZATION", "EMAIL", "ROLE", "PROJECTS", "ADDED"],
        members.map((member) => [
          member.id,
          member.organizationId,
          member.email,
          member.role,
          member.projects === "all" ? "all" : member.projects.join(", "),
          minute(member.createdAt),
        ]),
      );
