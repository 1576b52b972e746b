import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** What a response was asked for, and what may be wrong with it. */
interface Ask {
  challenge: string;
  origin: string;
}
interface Changes {
  challenge?: string;
  origin?: string;
  host?: string;
  type?: string;
  /** 1: the user was present, 4: verified, 0x40: with a key. */
  flags?: number;
  counter?: number;
  id?: string;
  signedBy?: Authenticator;
  /** Signs until an integer of the signature is short. */
  short?: boolean;
}

/** An authenticator in software, after https://www.w3.org/TR/webauthn-3/. */
export interface Authenticator {
  privateKey: KeyObject;
  register(ask: Ask, changes?: Changes): Promise<string>;
  assert(ask: Ask, changes?: Changes): Promise<string>;
}

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();

export async function newAuthenticator(algorithm: "ES256" | "RS256"): Promise<Authenticator> {
  const { privateKey, publicKey } =
    algorithm === "ES256"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : generateKeyPairSync("rsa", { modulusLength: 2048 });
  const credentialId = randomBytes(32).toString("base64url");

  const dataOf = (ask: Ask, type: string, changes: Changes, flags: number) => {
    const { origin, challenge } = { ...ask, ...changes };
    const clientData = Buffer.from(
      JSON.stringify({ type: changes.type ?? type, challenge, origin, crossOrigin: false }),
    );
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(changes.counter ?? 0);
    const host = changes.host ?? new URL(ask.origin).hostname;
    const data = Buffer.concat([sha256(host), Buffer.from([changes.flags ?? flags]), counter]);
    return { clientData, data };
  };

  return {
    privateKey,
    async register(ask, changes = {}) {
      const { clientData, data } = dataOf(ask, "webauthn.create", changes, 0x45);
      // A key id of zeros, and what follows it, which nobody reads.
      const authenticatorData = Buffer.concat([data, Buffer.alloc(16), Buffer.alloc(2)]);
      return JSON.stringify({
        id: changes.id ?? credentialId,
        type: "public-key",
        response: {
          clientDataJSON: clientData.toString("base64url"),
          authenticatorData: authenticatorData.toString("base64url"),
          publicKey: publicKey.export({ type: "spki", format: "der" }).toString("base64url"),
          publicKeyAlgorithm: algorithm === "ES256" ? -7 : -257,
        },
      });
    },
    async assert(ask, changes = {}) {
      const { clientData, data } = dataOf(ask, "webauthn.get", changes, 0x05);
      const signed = Buffer.concat([data, sha256(clientData)]);
      const key = changes.signedBy?.privateKey ?? privateKey;
      let signature = sign("sha256", signed, key);
      // An integer has up to 33 bytes, and 31 or fewer in one signature of 130.
      const isShort = () => (signature[3] ?? 0) < 32 || (signature[5 + (signature[3] ?? 0)] ?? 0) < 32;
      while (changes.short && !isShort()) signature = sign("sha256", signed, key);
      return JSON.stringify({
        id: changes.id ?? credentialId,
        type: "public-key",
        response: {
          clientDataJSON: clientData.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
        },
      });
    },
  };
}
