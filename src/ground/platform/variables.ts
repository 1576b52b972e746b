/** Variables and secrets: the Worker's bindings of type string. Those that are not set are absent or empty. */
export type Variables = {
  /** The sender of all mail, as in `Reports <reports@example.com>`. Empty: no mail is sent. */
  MAIL_FROM?: string;
  /** `off` stops the counting of visits. */
  COUNT_VISITS?: string;
  /** `off` stops the checks of links' destinations. */
  CHECK_DESTINATIONS?: string;
  SHORT_LINK_ORIGIN?: string;
  API_ORIGIN?: string;
  /** Set only by `npm run deploy`: the patterns of the Worker's routes, separated by commas, or `none`. */
  DOMAIN_ROUTES?: string;
  /** A DNS resolver over HTTPS. With it, owners can confirm their domains by a TXT record. */
  DOMAIN_RESOLVER?: string;
  /** Sign-in to the dashboard. Unless both are set, no token of Cloudflare Access is valid. */
  ACCESS_TEAM_DOMAIN?: string;
  ACCESS_AUD?: string;
  /** Email addresses, separated by commas, of the people who may create and rename organizations in the dashboard. */
  ORGANIZATION_MAKERS?: string;
  /** Set only by `npm start -- --trust-host`: hosts, without ports and separated by commas, that sign people in locally. */
  SIGN_IN_HOSTS?: string;
  /** Where callers get help: an email address or an https URL, which /docs shows. */
  SUPPORT_CONTACT?: string;
  /** `on`: webhooks may send to this machine. Set by `npm start`; not for deployments. */
  LOCAL_WEBHOOKS?: string;
  /** Secret: 32 bytes in base64 that encrypt the secrets of webhooks. Without it, they are stored as they are. */
  WEBHOOK_SECRET_KEY?: string;
  AMAZON_ASSOCIATES_TAG?: string;
  /** `on` keeps the tag for scans. */
  AMAZON_TAG_ON_SCANS?: string;
  WALMART_AFFILIATE_URL?: string;
  TARGET_AFFILIATE_URL?: string;
  WALMART_BASE_URL?: string;
  KROGER_BASE_URL?: string;
  AMAZON_BASE_URL?: string;
  AMAZON_TOKEN_URL?: string;
  /** Secrets. Unless all three are set, bigbox_w products are not looked up. */
  WALMART_CONSUMER_ID?: string;
  WALMART_KEY_VERSION?: string;
  WALMART_PRIVATE_KEY?: string;
  /** Secrets. Unless both are set, grocer_a products are not looked up. */
  KROGER_CLIENT_ID?: string;
  KROGER_CLIENT_SECRET?: string;
  /** Secrets. Unless both and AMAZON_ASSOCIATES_TAG are set, marketplace products are not looked up. */
  AMAZON_CLIENT_ID?: string;
  AMAZON_CLIENT_SECRET?: string;
  DELIVERY_APP_BASE_URL?: string;
  DELIVERY_APP_POSTAL_CODES?: string;
  /** Secret. Without it, lists and recipes are our hosted pages. */
  DELIVERY_APP_API_KEY?: string;
};
export type VariableName = keyof Variables;

/** The trimmed value; undefined if it is not set or empty. All variables are read through this function. */
export const textOf = (env: Variables, name: VariableName): string | undefined =>
  env[name]?.trim() || undefined;
