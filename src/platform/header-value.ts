/** 8 to 128 visible ASCII characters or blanks: what a header can carry there and back unchanged. */
export const HEADER_VALUE = /^[\x20-\x7e]{8,128}$/;
