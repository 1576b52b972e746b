import { jobActor } from "../../../features/access/actor.ts";
import { apiKeyStore } from "../../../features/access/api-key-store.ts";
import { issueFirstKey } from "../../../features/access/issue-key.ts";
import { findMemberships } from "../../../features/access/list-members.ts";
import { addMember, changeMember } from "../../../features/access/manage-members.ts";
import type { Member } from "../../../features/access/member.ts";
import { memberStore } from "../../../features/access/member-store.ts";
import { projectStore } from "../../../features/access/project-store.ts";
import { makeAddress, oneTimeUrl } from "../../../features/sign-in/one-time-address.ts";
import { sessionStore } from "../../../features/sign-in/session-store.ts";
import { SCOPES } from "../../../ground/core/vocabulary.ts";

/** The organization, and the project in it, that the first `npm start` creates. */
export const DEMO = "demo";
/** The person whom `[access.dev]` of wrangler.toml signs in locally. */
const DEMO_OWNER = "owner@demo.example";

const starter = jobActor("npm start");
const now = () => new Date();

/**
 * Ensures that the demo organization has an owner who can sign in locally. Issues the demo key if the organization never had a
 * key, and returns its text; else null.
 */
export async function prepareDemo(db: D1Database): Promise<string | null> {
  // The key comes last: it can't be shown again if something fails after it.
  await demoOwner(db);
  return demoKey(db);
}

/** A one-time address of the demo owner, to try at `origin` how people sign in to a deployment. */
export async function demoSignIn(db: D1Database, origin: string): Promise<string> {
  const dependencies = { members: memberStore(db), sessions: sessionStore(db), now };
  return oneTimeUrl(origin, await makeAddress(starter, { email: DEMO_OWNER }, dependencies));
}

async function demoKey(db: D1Database): Promise<string | null> {
  const request = {
    organization: DEMO,
    projects: "all",
    createProjects: [DEMO],
    scopes: SCOPES,
    name: "npm start",
    expiresAt: null,
  } as const;
  const stores = { apiKeys: apiKeyStore(db, () => {}), projects: projectStore(db) };
  const issued = await issueFirstKey(starter, request, { ...stores, now });
  return issued?.key ?? null;
}

/** The owner of the demo organization, added or promoted if necessary. */
export async function demoOwner(db: D1Database): Promise<Member> {
  const dependencies = { members: memberStore(db), projects: projectStore(db), now };
  const memberships = await findMemberships(DEMO_OWNER, dependencies);
  const known = memberships.find(({ organizationId }) => organizationId === DEMO);
  if (known) return changeMember(starter, { id: known.id, role: "owner" }, dependencies);
  const owner = { organization: DEMO, email: DEMO_OWNER, role: "owner" } as const;
  return (await addMember(starter, owner, dependencies)).member;
}
