/** Replaces node:fs, which qrcode-svg imports for an unused function: see cli/wrangler/build.ts. */
export {};
