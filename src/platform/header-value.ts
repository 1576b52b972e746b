/** 8 to 128 visible ASCII characters or blanks, which a header can carry in both directions unchanged. */
export const HEADER_VALUE = /^[\x20-\x7e]{8,128}$/;
