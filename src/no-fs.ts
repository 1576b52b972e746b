/** Stands in for node:fs, which qrcode-svg names in a function that nobody calls: see cli/wrangler/build.ts. */
export {};
