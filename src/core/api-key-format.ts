/** How an API key looks: `slk_`, 40 base62 characters of secret and 6 of its checksum. */

export const API_KEY_PREFIX = "slk_";
export const API_KEY_SECRET_LENGTH = 40;
export const API_KEY_CHECKSUM_LENGTH = 6;

/** The text of a whole key. */
export const API_KEY_FORMAT = /^slk_[0-9A-Za-z]{46}$/;

/** Finds our keys anywhere in a text, so that metadata that carries one can be refused. */
export const API_KEY_IN_TEXT = /slk_[0-9A-Za-z]{46}/;
