/** The redirect imports this file, so it must not import zod or other slow modules. */

/** The length of a short id: 8 characters of Crockford's base32, 40 bits. */
export const SHORT_ID_LENGTH = 8;

/** Whether a name has the form of a short id, which no slug has. */
export const isShortId = (name: string): boolean => name.length === SHORT_ID_LENGTH && !name.includes("-");
