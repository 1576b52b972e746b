import { serviceUnavailable } from "../../ground/core/errors.ts";

/** Begins a sealed secret: AES-256-GCM, as base64 of 12 random bytes and what they encrypt the secret to. */
const SEALED = "A256GCM:";
const NONCE_BYTES = 12;
const SECRET_BYTES = 32;
/** Begins every secret, and so those that are stored as they are. */
export const PREFIX = "whsec_";

const encoder = new TextEncoder();
const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const bytesIn = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** A new secret, as receivers configure it. */
export const newSecret = (): string => PREFIX + base64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));

/** The key that seals secrets; `none` if the operator set no key, `unusable` if they set something else. */
export type WebhookKey = Uint8Array<ArrayBuffer> | "none" | "unusable";

/** Turns secrets into their stored form and back. */
export type SecretBox = ReturnType<typeof secretBox>;

/**
 * The box of `key`. Without a key, secrets are stored as they are, and sealed secrets can't be opened. With an unusable key,
 * none is stored (`service_unavailable`): the operator wants them sealed.
 */
export function secretBox(key: WebhookKey) {
  const importKey = (bytes: Uint8Array<ArrayBuffer>) =>
    crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  const parameters = (webhookId: string, iv: Uint8Array<ArrayBuffer>) => ({
    name: "AES-GCM",
    iv,
    // A secret that is copied into another webhook's row can't be decrypted.
    additionalData: encoder.encode(webhookId),
  });
  return {
    seals: key instanceof Uint8Array,
    /** The stored form of a secret. */
    async seal(webhookId: string, secret: string): Promise<string> {
      if (key === "none") return secret;
      if (key === "unusable") {
        const message = "The operator of the service has to correct WEBHOOK_SECRET_KEY: it is not a key.";
        throw serviceUnavailable(undefined, { message, retryAfterSeconds: 3600 });
      }
      const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const plain = encoder.encode(secret);
      const sealed = await crypto.subtle.encrypt(parameters(webhookId, iv), await importKey(key), plain);
      return SEALED + base64(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
    },
    /** The secret in a stored form; null if it was encrypted with another key. */
    async open(webhookId: string, stored: string): Promise<string | null> {
      if (stored.startsWith(PREFIX)) return stored;
      if (!(key instanceof Uint8Array) || !stored.startsWith(SEALED)) return null;
      const bytes = bytesIn(stored.slice(SEALED.length));
      const [iv, data] = [bytes.slice(0, NONCE_BYTES), bytes.slice(NONCE_BYTES)];
      const decrypted = crypto.subtle.decrypt(parameters(webhookId, iv), await importKey(key), data);
      const plain = await decrypted.catch(() => null);
      return plain && new TextDecoder().decode(plain);
    },
  };
}

/**
 * The signature of a message with a secret:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme
 */
export async function signatureOf(
  secret: string,
  id: string,
  seconds: number,
  body: string,
): Promise<string> {
  const hash = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytesIn(secret.slice(PREFIX.length)), hash, false, [
    "sign",
  ]);
  const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(`${id}.${seconds}.${body}`));
  return `v1,${base64(new Uint8Array(signature))}`;
}
