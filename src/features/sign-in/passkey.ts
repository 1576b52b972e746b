import * as z from "zod";
import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { isToken, newId, newToken, tokenHash } from "../../ground/core/ids.ts";
import { parseJson } from "../../ground/core/json.ts";
import { text } from "../../ground/core/text.ts";
import { parse } from "../../ground/core/validation.ts";
import type { Identity, Session } from "./identity.ts";
import type { PasskeyStore } from "./passkey-store.ts";
import { newSession, type SignInDependencies, signInActivities } from "./session.ts";
import { verifiedAssertion, verifiedRegistration } from "./web-authn.ts";

/** A passkey of a person. */
export interface Passkey extends Identity {
  id: string;
  /** Chosen by the person, such as "Work laptop". */
  name: string;
  createdAt: string;
  /** Null: never. */
  usedAt: string | null;
}

/** What verifies the signatures of a passkey. */
export interface PasskeyKey {
  /** The id of the WebAuthn credential, in base64url. */
  credentialId: string;
  /** SPKI in base64url. */
  publicKey: string;
  algorithm: "ES256" | "RS256";
  /** The signature counter of its last use; 0 if the authenticator has none. */
  counter: number;
}

/** The most passkeys of a person. */
export const MAX_PASSKEYS = 20;
const MAX_NAME = 80;
/** How long a challenge can be answered: people look for their phone. */
const CHALLENGE_MS = 5 * 60_000;

/** The dependencies of the verbs on passkeys. */
export interface PasskeyDependencies extends SignInDependencies {
  passkeys: PasskeyStore;
}

/** The origin of the dashboard's pages, to which passkeys are bound. */
interface Page {
  origin: string;
}

/** A new challenge for a browser: to sign in, or, for a signed-in person, to add a passkey. It can be answered once. */
export async function newChallenge(
  identity: Identity | null,
  { passkeys, now }: Pick<PasskeyDependencies, "passkeys" | "now">,
): Promise<string> {
  const challenge = newToken();
  const expiresAt = new Date(now().getTime() + CHALLENGE_MS).toISOString();
  await passkeys.addChallenge(await tokenHash(challenge), identity?.email ?? null, expiresAt);
  return challenge;
}

/** Takes back the challenge that `answer` claims to answer. Returns null if it is unknown, expired, answered or for another use. */
async function takenChallenge(
  clientData: string,
  email: string | null,
  { passkeys, now }: Pick<PasskeyDependencies, "passkeys" | "now">,
): Promise<string | null> {
  const { challenge } = clientDataIn(clientData);
  if (challenge === undefined || !isToken(challenge)) return null;
  const isTaken = await passkeys.takeChallenge(await tokenHash(challenge), email, now());
  return isTaken ? challenge : null;
}

const clientData = z.object({ challenge: z.string() });

/** The challenge in client data, which are JSON in base64url; empty for anything else. */
function clientDataIn(encoded: string): { challenge?: string | undefined } {
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), (each) =>
      each.charCodeAt(0),
    );
    return clientData.safeParse(parseJson(new TextDecoder().decode(bytes))).data ?? {};
  } catch {
    return {};
  }
}

/** Bytes in base64url, of a length that no authenticator exceeds. */
const bytes = z
  .string()
  .max(4096)
  .regex(/^[A-Za-z0-9_-]+$/);

/** https://www.w3.org/TR/webauthn-3/#dictdef-authenticationresponsejson */
const assertion = z.object({
  id: bytes,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
});
export type Assertion = z.output<typeof assertion>;

/** https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson */
const registration = z.object({
  id: bytes,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    publicKey: bytes,
    publicKeyAlgorithm: z.literal([-7, -257]),
  }),
});
export type Registration = z.output<typeof registration>;

/** The response of a browser, as JSON in a form; null if it has another form. */
function readResponse<T>(schema: z.ZodType<T>, json: string): T | null {
  try {
    return schema.safeParse(parseJson(json)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Signs a person in by the response of their passkey, as JSON. Returns the session and the secret of its cookie; null if the
 * response proves nothing: an unknown passkey, a wrong signature, origin or challenge, a counter that went back.
 */
export async function signInByPasskey(
  { credential, device, origin }: { credential: string; device: string } & Page,
  dependencies: PasskeyDependencies,
): Promise<{ session: Session; token: string } | null> {
  const response = readResponse(assertion, credential);
  if (!response) return null;
  const challenge = await takenChallenge(response.response.clientDataJSON, null, dependencies);
  const found = await dependencies.passkeys.findByCredential(response.id);
  if (challenge === null || !found) return null;
  const counter = await verifiedAssertion(response, found.key, { challenge, origin });
  if (counter === null) return null;
  const { session, token, hash } = await newSession(found.passkey, device, dependencies.now());
  const signedIn = { field: "signedInBy", to: "passkey" };
  const activities = await signInActivities(found.passkey, signedIn, dependencies);
  const made = await dependencies.passkeys.startSession(found, counter, { session, hash }, activities);
  return made && { session: made, token };
}

const naming = z.object({ name: text(1, MAX_NAME) });

/**
 * Adds a passkey by the response of the browser that made it, as JSON. Throws `validation_failed` for a response that proves
 * nothing, `duplicate_identifier` for a known passkey, and `quota_exceeded`.
 */
export async function addPasskey(
  identity: Identity,
  { credential, name, origin }: { credential: string; name: string } & Page,
  dependencies: PasskeyDependencies,
): Promise<Passkey> {
  const { name: chosen } = parse(naming, { name });
  const response = readResponse(registration, credential);
  const challenge =
    response && (await takenChallenge(response.response.clientDataJSON, identity.email, dependencies));
  const key =
    response && challenge !== null ? await verifiedRegistration(response, { challenge, origin }) : null;
  if (!key)
    throw validationFailed([
      { field: "passkey", message: "was not made for this page just now. Try again." },
    ]);
  const now = dependencies.now();
  const { email, organizationId } = identity;
  const passkey = {
    id: newId("pky", now),
    email,
    organizationId,
    name: chosen,
    createdAt: now.toISOString(),
    usedAt: null,
  };
  const activities = await signInActivities(identity, { field: "passkey", to: chosen }, dependencies);
  const outcome = await dependencies.passkeys.add(passkey, key, activities);
  if (outcome === "added") return passkey;
  if (outcome === "known") throw new ServiceError("duplicate_identifier", "This passkey was added before.");
  throw new ServiceError(
    "quota_exceeded",
    `A person has at most ${MAX_PASSKEYS} passkeys. Remove one first.`,
  );
}

/** The person's passkeys that are open where `identity` is, in the order in which they were made. */
export const listPasskeys = (
  identity: Identity,
  { passkeys }: Pick<PasskeyDependencies, "passkeys">,
): Promise<Passkey[]> => passkeys.list(identity);

/** The credential ids of a person's passkeys that are open where `identity` is, so that an authenticator makes no second one. */
export const credentialIdsOf = (
  identity: Identity,
  { passkeys }: Pick<PasskeyDependencies, "passkeys">,
): Promise<string[]> => passkeys.credentialIds(identity);

/** One passkey of the person. Throws `not_found`. */
export async function getPasskey(
  identity: Identity,
  { id }: { id: string },
  dependencies: Pick<PasskeyDependencies, "passkeys">,
): Promise<Passkey> {
  const found = (await listPasskeys(identity, dependencies)).find((each) => each.id === id);
  if (!found) throw new ServiceError("not_found", "You have no such passkey.");
  return found;
}

/** Renames a passkey. Throws `validation_failed` and `not_found`. */
export async function renamePasskey(
  identity: Identity,
  { id, name }: { id: string; name: string },
  dependencies: Pick<PasskeyDependencies, "passkeys">,
): Promise<void> {
  const { name: chosen } = parse(naming, { name });
  await getPasskey(identity, { id }, dependencies);
  await dependencies.passkeys.rename(id, chosen);
}

/** Removes a passkey: it signs nobody in any longer. Sessions stay. Throws `not_found`. */
export async function removePasskey(
  identity: Identity,
  { id }: { id: string },
  dependencies: PasskeyDependencies,
): Promise<void> {
  const { name } = await getPasskey(identity, { id }, dependencies);
  const activities = await signInActivities(identity, { field: "passkey", from: name }, dependencies);
  await dependencies.passkeys.remove(id, activities);
}
