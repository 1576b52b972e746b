/** The format of an API key: `slk_`, a secret of 40 base62 characters, and its checksum of 6 base62 characters. */

/** The request header that carries an API key. */
export const API_KEY_HEADER = "X-Service-API-Key";
/** The characters that every key begins with. */
export const API_KEY_PREFIX = "slk_";
export const API_KEY_SECRET_LENGTH = 40;
/** The length of the checksum, in characters. */
export const API_KEY_CHECKSUM_LENGTH = 6;

/** Matches a whole key. */
export const API_KEY_FORMAT = /^slk_[0-9A-Za-z]{46}$/;

/** Finds an API key of this service anywhere in a text, to reject metadata that contains a key. */
export const API_KEY_IN_TEXT = /slk_[0-9A-Za-z]{46}/;

/** A caller's text, safe to repeat to the caller: without the secrets of API keys. */
export const withoutApiKeys = (text: string): string =>
  text.replace(new RegExp(API_KEY_IN_TEXT, "g"), `${API_KEY_PREFIX}…`);
