import type { VariableReader } from "../../../ground/platform/variable-reader.ts";
import type { CatalogSettings } from "./open-catalogs.ts";

/** The credentials of the retailers' product APIs, each null if not configured or unusable. */
export const catalogSettings = (variables: VariableReader): CatalogSettings => ({
  walmart: walmart(variables),
  kroger: kroger(variables),
  amazon: amazon(variables),
});

function walmart({
  serviceUrl,
  together,
  text,
  secret,
  complain,
}: VariableReader): CatalogSettings["walmart"] {
  const baseUrl = serviceUrl(
    "WALMART_BASE_URL",
    "https://developer.api.walmart.com/api-proxy/service/affil/product/v2",
  );
  const credentials = together(
    ["WALMART_CONSUMER_ID", "WALMART_KEY_VERSION", "WALMART_PRIVATE_KEY"],
    (name) => {
      if (name !== "WALMART_PRIVATE_KEY") return secret(name);
      // A PEM has line breaks, and is never sent in a header.
      const key = text(name) ?? "";
      return isPrivateKey(key)
        ? key
        : complain(name, "is not an RSA key in PKCS#8, as PEM or its bare base64");
    },
  );
  if (baseUrl === null || credentials === null) return null;
  return {
    baseUrl,
    consumerId: credentials.WALMART_CONSUMER_ID,
    keyVersion: credentials.WALMART_KEY_VERSION,
    privateKey: credentials.WALMART_PRIVATE_KEY,
  };
}

function kroger({ serviceUrl, together, secret }: VariableReader): CatalogSettings["kroger"] {
  const baseUrl = serviceUrl("KROGER_BASE_URL", "https://api.kroger.com/v1");
  const credentials = together(["KROGER_CLIENT_ID", "KROGER_CLIENT_SECRET"], secret);
  if (baseUrl === null || credentials === null) return null;
  const { KROGER_CLIENT_ID: clientId, KROGER_CLIENT_SECRET: clientSecret } = credentials;
  return { baseUrl, clientId, clientSecret };
}

function amazon({ serviceUrl, together, text, secret, complain }: VariableReader): CatalogSettings["amazon"] {
  const baseUrl = serviceUrl("AMAZON_BASE_URL", "https://creatorsapi.amazon");
  const tokenUrl = serviceUrl("AMAZON_TOKEN_URL", "https://api.amazon.com/auth/o2/token");
  const credentials = together(["AMAZON_CLIENT_ID", "AMAZON_CLIENT_SECRET"], secret);
  if (credentials === null) return null;
  const associatesTag =
    text("AMAZON_ASSOCIATES_TAG") ?? complain("AMAZON_ASSOCIATES_TAG", "is missing beside AMAZON_CLIENT_ID");
  if (baseUrl === null || tokenUrl === null || associatesTag === null) return null;
  const { AMAZON_CLIENT_ID: clientId, AMAZON_CLIENT_SECRET: clientSecret } = credentials;
  return { baseUrl, tokenUrl, clientId, clientSecret, associatesTag };
}

/** The bytes after the length of a PKCS#8 structure (RFC 5208) with an RSA key: version 0, then the algorithm's id. */
const VERSION_AND_RSA = [
  0x02, 0x01, 0x00, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01,
];

/**
 * The bytes of a private key in PEM, possibly with literal \ as line breaks, or in plain base64. Throws if it is not base64.
 */
export function privateKeyBytes(text: string): Uint8Array<ArrayBuffer> {
  const base64 = text.replace(/-----[A-Z ]+-----|\\n|\s/g, "");
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/**
 * Whether the text looks like an RSA key in PKCS#8, by the start and length of its structure. Other damage is detected
 * only when the key is used.
 */
function isPrivateKey(text: string): boolean {
  try {
    const bytes = privateKeyBytes(text);
    // 30 82 and two bytes of length: every RSA key of 1,024 bits or more is that long.
    const length = ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0);
    return (
      bytes[0] === 0x30 &&
      bytes[1] === 0x82 &&
      bytes.length === length + 4 &&
      VERSION_AND_RSA.every((byte, index) => bytes[index + 4] === byte)
    );
  } catch {
    return false;
  }
}
