/** The format of an API key: `slk_`, a secret of 40 base62 characters, and its checksum of 6 base62 characters. */

/** The request header that carries an API key. */
export const API_KEY_HEADER = "X-Service-API-Key";
/** The characters that every key begins with. */
export const API_KEY_PREFIX = "slk_";
/** The length of the secret, in characters. */
export const API_KEY_SECRET_LENGTH = 40;
/** The length of the checksum, in characters. */
export const API_KEY_CHECKSUM_LENGTH = 6;

/** Matches a text that is a whole key and nothing else. */
export const API_KEY_FORMAT = /^slk_[0-9A-Za-z]{46}$/;

/** Finds an API key of this service anywhere in a text, so that metadata that contains one can be refused. */
export const API_KEY_IN_TEXT = /slk_[0-9A-Za-z]{46}/;

/** A text as it may be shown again to whoever sent it: without the secrets of API keys in it. */
export const withoutApiKeys = (text: string): string =>
  text.replace(new RegExp(API_KEY_IN_TEXT, "g"), `${API_KEY_PREFIX}…`);
