import { remoteDatabase } from "../cloudflare/deployed-database.ts";
import { type Fact, fact } from "./facts.ts";
import type { Survey } from "./survey.ts";

const OWNERS = "SELECT count(DISTINCT email) AS owners FROM members WHERE role = 'owner'";

/** Who can sign in to the dashboard and how, and how the secrets of webhooks are stored. */
export async function factsOfSignIn({ account, deployment, database, secrets }: Survey): Promise<Fact[]> {
  const { ACCESS_TEAM_DOMAIN, ACCESS_AUD, MAIL_FROM, WEBHOOK_SECRET_KEY } = deployment.variables;
  const way =
    ACCESS_TEAM_DOMAIN && ACCESS_AUD
      ? `Cloudflare Access of ${ACCESS_TEAM_DOMAIN} alone`
      : `passkeys and one-time addresses, which ${MAIL_FROM?.trim() ? `${MAIL_FROM.trim()} mails` : "you and owners pass on: mail is off"}`;
  const facts = [fact("Sign-in", way)];
  if (database !== null) facts.push(await ownersFact(remoteDatabase(account, database)));
  if (secrets === null) return facts;
  const isSealed = WEBHOOK_SECRET_KEY || secrets.includes("WEBHOOK_SECRET_KEY");
  const storage = isSealed ? "sealed with WEBHOOK_SECRET_KEY" : "as they are: no WEBHOOK_SECRET_KEY is set";
  return [...facts, fact("Secrets", `of webhooks are stored ${storage}`)];
}

async function ownersFact(db: D1Database): Promise<Fact> {
  const found = await db
    .prepare(OWNERS)
    .first<{ owners: number }>()
    .catch(() => null);
  if (found === null) return fact("Owners", "?");
  const { owners } = found;
  return fact("Owners", owners === 0 ? "none: npm run deploy -- --owner you@example.com" : String(owners));
}
