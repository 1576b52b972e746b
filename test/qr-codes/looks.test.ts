import { expect, test } from "vitest";
import type { ProjectStore } from "../../src/features/access/project-store.ts";
import { readPng } from "../../src/features/brands/read-png.ts";
import { styleResolver } from "../../src/features/qr-codes/resolve-style.ts";
import type { Logo } from "../../src/ground/drawing/drawing.ts";
import { LOGO } from "../logos.ts";

const style = { logo: "project", modules: "dots" };
// Nothing else is asked of the store.
const projects = { find: async () => ({ settings: { codeStyle: style } }) } as unknown as ProjectStore;
const code = {
  encodedUrl: "https://go.example/abcd2345?qr=default",
  style: null,
  project: { organizationId: "acme", projectId: "main" },
};
const lookWith = (logo: Logo | null, encodedUrl = code.encodedUrl) =>
  styleResolver("pdf", { projects, projectLogos: { find: async () => logo } })({ ...code, encodedUrl });

const logo = await readPng(LOGO);

test("codes are drawn with their project's logo, if it exists and fits", async () => {
  const drawn = await lookWith(logo);
  expect([drawn.options.logo, drawn.options.level, drawn.logo]).toEqual(["project", "H", logo]);
  const without = await lookWith(null);
  expect([without.options.logo, without.options.modules, without.logo]).toEqual(["none", "dots", null]);
  const long = `${code.encodedUrl}${"x".repeat(40)}`;
  expect((await lookWith(logo, long)).options.logo).toBe("none");
});

test("a store failure is not a missing logo", async () => {
  const looks = styleResolver("pdf", {
    projects,
    projectLogos: { find: () => Promise.reject(new Error("down")) },
  });
  await expect(looks(code)).rejects.toThrow("down");
});
