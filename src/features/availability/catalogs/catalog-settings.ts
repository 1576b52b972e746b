import type { VariableReader } from "../../../ground/platform/variable-reader.ts";
import type { CatalogSettings } from "./open-catalogs.ts";
import { isPrivateKey } from "./private-key.ts";

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
