/** Longest URL that we take or make: it travels in a Location header, and servers and clients bound those. */
export const MAX_URL_LENGTH = 16_384;
