/** Stands in for node:fs, which qrcode-svg names in a function that nobody calls: see cli/build.ts. */
export {};
