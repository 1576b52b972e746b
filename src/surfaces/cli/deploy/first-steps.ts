import { jobActor } from "../../../features/access/actor.ts";
import { addMember } from "../../../features/access/manage-members.ts";
import { emailAddress } from "../../../features/access/member.ts";
import { memberStore } from "../../../features/access/member-store.ts";
import { projectStore } from "../../../features/access/project-store.ts";
import { ADDRESS_MINUTES, makeAddress, oneTimeUrl } from "../../../features/sign-in/one-time-address.ts";
import { sessionStore } from "../../../features/sign-in/session-store.ts";
import { remoteDatabase } from "../cloudflare/deployed-database.ts";
import { UsageError } from "../command-line/command.ts";
import { type DatabaseLocation, locationFlags } from "../command-line/database-location.ts";
import { curlOfFirstLink } from "../command-line/output.ts";
import type { Terminal } from "../command-line/terminal.ts";
import type { Survey } from "./survey.ts";

/** The person who is to be the first owner of an organization; null: nobody was named. */
export interface FirstOwner {
  email: string | null;
  /** The id of the organization, which is created if missing. */
  organization: string;
}

/** The organization of the first owner, if nobody names another. */
export const FIRST_ORGANIZATION = "main";
/** The project that the first key creates: links need a project. */
const PROJECT = "web";

const operator = jobActor("npm run deploy");
const FOUND = `SELECT (SELECT count(*) FROM api_keys) AS keys,
  (SELECT count(*) FROM members WHERE role = 'owner' AND (?1 IS NULL OR organization_id = ?1)) AS owners`;

/** The address in `text`, in lower case. Throws UsageError if it is none. */
export function ownerAddress(text: string): string {
  const { data } = emailAddress.safeParse(text);
  if (data === undefined) throw new UsageError(`${text} is not an email address.`);
  return data;
}

/**
 * The last lines of a deployment: the address of the service, how its first owner signs in, and the first curl command. Adds the
 * owner if the organization has none, and asks a person at the terminal for the address if no organization has an owner.
 */
export async function firstSteps(
  { account, deployment, address }: Survey,
  database: string,
  { email: named, organization }: FirstOwner,
  location: DatabaseLocation,
  ask: Terminal["ask"] | null,
): Promise<string[]> {
  const db = remoteDatabase(account, database);
  const about = named === null ? null : organization;
  const found = await db.prepare(FOUND).bind(about).first<{ keys: number; owners: number }>();
  const { keys = 0, owners = 0 } = found ?? {};
  const flags = ["--remote", ...locationFlags(location)].join(" ");
  const { ACCESS_TEAM_DOMAIN, ACCESS_AUD } = deployment.variables;
  const byAccess = Boolean(ACCESS_TEAM_DOMAIN && ACCESS_AUD);

  async function signIn(): Promise<string> {
    if (owners > 0) return `${address}/dashboard`;
    const given =
      named ?? (ask === null ? "" : await ask("Email address of the first owner (empty: later):"));
    if (given.trim() === "") return `npm run deploy -- --owner you@example.com, which prints an address`;
    const email = ownerAddress(given);
    const dependencies = { members: memberStore(db), projects: projectStore(db), now: () => new Date() };
    await addMember(operator, { organization, email, role: "owner" }, dependencies);
    if (byAccess) return `${address}/dashboard, through Cloudflare Access, as ${email}`;
    const made = await makeAddress(operator, { email }, { ...dependencies, sessions: sessionStore(db) });
    return `${oneTimeUrl(address, made)} (${email}, once, within ${ADDRESS_MINUTES} minutes)`;
  }

  const issue = `npm run --silent keys -- issue ${flags} --organization ${organization} --projects all --create-projects ${PROJECT} --scopes all --name first`;
  // The first line of text is the key.
  const key = keys > 0 ? "" : `KEY=$(${issue} | grep -m1 .); `;
  return [
    `  Address     ${address}`,
    `  Sign-in     ${await signIn()}`,
    `  First link  ${key}${curlOfFirstLink(address, PROJECT)}`,
  ];
}
