/** 8 to 128 visible ASCII characters or blanks, which a header carries unchanged in both directions. */
export const HEADER_VALUE = /^[\x20-\x7e]{8,128}$/;
