/** Stands in for node:fs, which qrcode-svg names in a function that nobody calls: see wrangler.toml. */
export {};
