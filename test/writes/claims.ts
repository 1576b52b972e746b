import { type Claim, newClaim } from "../../src/features/writes/claim.ts";
import { claimStatement } from "../../src/features/writes/claim-store.ts";

const HOUR = 3_600_000;
const hex = () => crypto.randomUUID().replaceAll("-", "").repeat(2);

/** A claim on a scope that no other test takes, or on that of `rival`, made `hoursAgo` before `time`. */
export const claimOf = (
  owner: string,
  time: Date,
  { rival, hoursAgo = 0 }: { rival?: Claim; hoursAgo?: number } = {},
): Claim =>
  newClaim(
    { scope: rival?.scope ?? hex(), fingerprint: rival?.fingerprint ?? hex(), organizationId: "acme" },
    owner,
    `receipt of ${owner}`,
    new Date(time.getTime() - hoursAgo * HOUR),
  );

/** Has the claim hold its scope. */
export const hold = async (db: D1Database, claim: Claim): Promise<void> => {
  await claimStatement(db, claim).run();
};
