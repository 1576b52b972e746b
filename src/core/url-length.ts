/** The maximum length of a URL: it is sent in a Location header, whose length servers and clients limit. */
export const MAX_URL_LENGTH = 16_384;
