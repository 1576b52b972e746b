import type { ApiKeyRecord, ListedApiKey } from "../../../features/access/api-key.ts";
import { SCOPE_DESCRIPTIONS } from "../../../features/access/scope-descriptions.ts";
import {
  OFFER_RETAILERS,
  OPERATION_SCOPES,
  retailerScope,
  type Scope,
} from "../../../ground/core/vocabulary.ts";
import { Badge } from "../components/badge.tsx";
import { Time } from "../components/facts.tsx";

/** The state of a key at `now`. */
export const KeyState = ({ apiKey, now }: { apiKey: ApiKeyRecord; now: string }) => {
  const { revokedAt, expiresAt } = apiKey;
  if (revokedAt !== null) return <Badge kind="bad">Revoked</Badge>;
  if (expiresAt !== null && expiresAt <= now) return <Badge kind="quiet">Expired</Badge>;
  if (expiresAt === null) return <Badge kind="good">Active</Badge>;
  return (
    <>
      <Badge kind="good">Active</Badge>{" "}
      <small>
        until <Time at={expiresAt} />
      </small>
    </>
  );
};

/** Whether the key is active, so that it can be rotated or revoked. */
export const works = ({ revokedAt, expiresAt }: ApiKeyRecord, now: string): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now);

/** Who issued a key. Only the id of a former member is stored. */
export const Issuer = ({ apiKey: { issuedBy } }: { apiKey: ListedApiKey }) => {
  if (issuedBy.type === "job") return <span class="quiet">Command line</span>;
  if (issuedBy.name !== null) return <bdi>{issuedBy.name}</bdi>;
  return <span class="quiet">A member who has left</span>;
};

const labelsOf = (scopes: readonly Scope[], among: readonly Scope[]): string =>
  SCOPE_DESCRIPTIONS.filter(({ scope }) => scopes.includes(scope) && among.includes(scope))
    .map(({ label }) => label)
    .join(", ");

/** The operations of a key. */
export const operationsInWords = ({ scopes }: ApiKeyRecord): string => labelsOf(scopes, OPERATION_SCOPES);

/** The retailers that a key can create links for. */
export function retailersInWords({ scopes }: ApiKeyRecord): string {
  const all = OFFER_RETAILERS.map(retailerScope);
  return all.every((scope) => scopes.includes(scope)) ? "All" : labelsOf(scopes, all);
}
