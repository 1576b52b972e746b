import { expect, test } from "vitest";
import type { CodeStyleStore } from "../../src/qr-codes/code-style-store.ts";
import type { LogoFile } from "../../src/qr-codes/logo.ts";
import { looksOf } from "../../src/qr-codes/looks.ts";

const style = { logo: "project", modules: "dots" };
// Nothing else is asked of the store.
const codeStyles = { find: async () => ({ style }) } as unknown as CodeStyleStore;
const code = {
  encodedUrl: "https://go.example/abcd2345?qr=default",
  style: null,
  project: { organizationId: "acme", projectId: "main" },
};
const lookWith = (file: LogoFile | null) =>
  looksOf("pdf", { codeStyles, projectLogos: { find: async () => file } })(code);

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="#c8102e"/></svg>`;

test("many codes are drawn with the logo of their project, and without one that is damaged or gone", async () => {
  const drawn = await lookWith({ mediaType: "image/svg+xml", bytes: new TextEncoder().encode(SVG) });
  expect([drawn.options.logo, drawn.options.level, drawn.logo?.kind]).toEqual(["project", "H", "shapes"]);
  const damaged = await lookWith({ mediaType: "image/png", bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47]) });
  expect(damaged).toEqual(await lookWith(null));
  expect([damaged.options.logo, damaged.options.modules, damaged.logo]).toEqual(["none", "dots", null]);
});

test("what a store does not answer is no damage", async () => {
  const looks = looksOf("pdf", {
    codeStyles,
    projectLogos: { find: () => Promise.reject(new Error("down")) },
  });
  await expect(looks(code)).rejects.toThrow("down");
});
