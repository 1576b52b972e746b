import type { Assertion, PasskeyKey, Registration } from "./passkey.ts";

/** What a response must have been made for. */
interface Expected {
  challenge: string;
  /** The origin of the page, whose host is the id of the relying party. */
  origin: string;
}

/** Loaded when somebody uses a passkey. The library throws for everything that is not as expected. */
const library = async () => (await import("@passwordless-id/webauthn")).server;

/** The key of a new passkey; null if the response was not made for this page with a verified user. */
export async function verifiedRegistration(
  { id, response }: Registration,
  expected: Expected,
): Promise<PasskeyKey | null> {
  const { verifyRegistration } = await library();
  try {
    const { credential, authenticator } = await verifyRegistration(
      {
        id,
        rawId: id,
        type: "public-key",
        // Nothing of the attestation is used: a person registers what they like, for themselves.
        response: { ...response, attestationObject: "", transports: [] },
        clientExtensionResults: {},
        user: { name: "" },
      },
      { ...expected, userVerified: true },
    );
    const { publicKey, algorithm } = credential;
    if (algorithm === "EdDSA") return null;
    return { credentialId: id, publicKey, algorithm, counter: authenticator.counter };
  } catch {
    return null;
  }
}

/** The new counter of a passkey; null if the response does not prove that its user is on this page now. */
export async function verifiedAssertion(
  { id, response }: Assertion,
  { credentialId, publicKey, algorithm, counter }: PasskeyKey,
  expected: Expected,
): Promise<number | null> {
  const { verifyAuthentication } = await library();
  const signature = algorithm === "ES256" ? withFullIntegers(response.signature) : response.signature;
  if (signature === null) return null;
  try {
    const verified = await verifyAuthentication(
      { id, rawId: id, type: "public-key", response: { ...response, signature }, clientExtensionResults: {} },
      { id: credentialId, publicKey, algorithm, transports: [] },
      { ...expected, userVerified: true, counter },
    );
    return verified.counter;
  } catch {
    return null;
  }
}

/** The bytes of a number of P-256. */
const SIZE = 32;

/**
 * The signature with both of its integers in 33 bytes. DER leaves out leading zeros, and the library (2.4.0) expects 32 or 33
 * bytes: without this, one signature in 130 would be refused. Null if this is no sequence of two such integers.
 */
function withFullIntegers(signature: string): string | null {
  const der = Array.from(atob(signature.replaceAll("-", "+").replaceAll("_", "/")), (each) =>
    each.charCodeAt(0),
  );
  const integers: number[] = [];
  let at = 2;
  for (let count = 0; count < 2; count++) {
    const length = der[at + 1] ?? 0;
    if (der[at] !== 2 || length > SIZE + 1) return null;
    const value = der.slice(at + 2, at + 2 + length);
    integers.push(2, SIZE + 1, ...Array<number>(SIZE + 1 - value.length).fill(0), ...value);
    at += 2 + length;
  }
  return btoa(String.fromCharCode(0x30, integers.length, ...integers))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
