import { describe, expect, test } from "vitest";
import { screenColor } from "../../src/ground/core/colors.ts";
import { IDEMPOTENCY_FIELD } from "../../src/surfaces/dashboard/layout/form-screen.ts";
import { disc, LOGO } from "../logos.ts";
import { useDashboard } from "./dashboard.ts";
import { upload } from "./import.ts";

const PROJECTS = "/dashboard/o/acme/projects";
const BRAND = `${PROJECTS}/summer/brand`;
const OWNER = "owner@acme.example";

const dashboard = await useDashboard();
await dashboard.add("acme", OWNER, "owner");
await dashboard.add("acme", "editor@acme.example", "editor");
await dashboard.add("acme", "viewer@acme.example", "viewer");
await dashboard.add("globex", "hank@globex.example", "owner");
const owner = await dashboard.as(OWNER);
await owner.send(`${PROJECTS}/new`, { name: "Summer", id: "summer" });

const FIELDS = {
  "brand.name": "Maple & Pine",
  "brand.accent": "#C8102E",
  "brand.imprintUrl": "https://example.com/imprint",
  "brand.privacyUrl": "",
};
const send = (
  fields: Record<string, string>,
  file?: string | Uint8Array<ArrayBuffer>,
  who = OWNER,
  path = BRAND,
) => upload(dashboard, who, path, { fields, ...(file !== undefined && { file }) });
const stored = async () => {
  const settings = await dashboard.service.env.DB.prepare(
    "SELECT settings FROM projects WHERE organization_id = 'acme' AND id = 'summer'",
  ).first<string>("settings");
  return JSON.parse(settings ?? "{}").brand;
};

describe("the brand of a project", () => {
  test("is saved with its logo, shown again, and the logo is removed", async () => {
    expect((await owner.open(`${PROJECTS}/summer`)).text).toContain(`href="${BRAND}"`);
    const saved = await send(FIELDS, LOGO);
    expect([saved.status, saved.location]).toEqual([303, `${PROJECTS}/summer?done=branded`]);
    const project = await owner.open(saved.location ?? "");
    expect(project.text).toContain("The brand was saved.");
    expect(project.text).toContain("<dt>Public name</dt><dd><bdi>Maple &amp; Pine</bdi>");
    expect(project.text).toContain('<rect width="1" height="1" fill="#c8102e"');
    const brand = await stored();
    expect(brand).toEqual({
      name: "Maple & Pine",
      accent: "#c8102e",
      imprintUrl: "https://example.com/imprint",
      logo: expect.stringMatching(/\.png$/),
    });
    const page = await owner.open(BRAND);
    expect(page.text).toContain('value="Maple &amp; Pine"');
    expect(page.text).toContain(`src="/brands/${brand?.logo}"`);
    expect((await owner.open(`/brands/${brand?.logo}`)).status).toBe(200);
    expect((await owner.open(PROJECTS)).text).toContain(`src="/brands/${brand?.logo}"`);
    await send({ ...FIELDS, "remove-logo": "1" });
    const { logo: _, ...without } = brand;
    expect(await stored()).toEqual(without);
    expect((await owner.open(PROJECTS)).text).toContain('fill="#c8102e"');
  });

  test("a color may be inks as printers write them, which pages show in RGB", async () => {
    await send({ ...FIELDS, "brand.accent": "C0 M95 Y80 K10" });
    expect((await stored()).accent).toBe("cmyk(0,95,80,10)");
    for (const path of [PROJECTS, `${PROJECTS}/summer`])
      expect((await owner.open(path)).text).toContain(`fill="${screenColor("cmyk(0,95,80,10)")}"`);
    const typed = new URLSearchParams({ ...FIELDS, "brand.accent": "0/95/80/10" });
    const { text } = await owner.open(`${BRAND}/preview?${typed}`);
    expect([text.includes("cmyk"), text.includes(`--accent:${screenColor("cmyk(0,95,80,10)")}`)]).toEqual([
      false,
      true,
    ]);
    await send(FIELDS);
  });

  test("errors stand beside their field, what was typed is kept, and nothing is saved", async () => {
    const before = await stored();
    const wrong = await send({
      ...FIELDS,
      "brand.name": "",
      "brand.accent": "red",
      "brand.privacyUrl": "nowhere",
    });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('id="brand.name-error"');
    expect(wrong.text).toMatch(/id="brand\.accent-error">Must be a color as #rrggbb/);
    expect(wrong.text).toContain('id="brand.privacyUrl-error"');
    expect(wrong.text).toContain('value="red"');
    const picture = await send({ ...FIELDS, "brand.name": "Oak", "remove-logo": "1" }, "no picture");
    expect([picture.status, picture.text.includes("Must be a PNG or JPEG picture.")]).toEqual([400, true]);
    expect(await stored()).toEqual(before);
  });

  test("the preview shows typed values that are valid, with the saved logo", async () => {
    const query = new URLSearchParams({ ...FIELDS, "brand.name": "Oak", "brand.privacyUrl": "nowhere" });
    const { status, text, headers } = await owner.open(`${BRAND}/preview?${query}`);
    expect([status, headers.get("Content-Security-Policy")]).toEqual([
      200,
      expect.stringContaining("frame-ancestors 'self'"),
    ]);
    expect(text).toContain('<span dir="auto">Oak</span>');
    expect(text).toContain("--accent:#c8102e");
    expect(text).not.toContain("nowhere");
    expect(text).not.toContain('href="http');
    const editor = await dashboard.as("editor@acme.example");
    expect((await editor.open(`${BRAND}/preview`)).status).toBe(403);
  });

  test("a form that is sent again does not bring its picture back", async () => {
    const first = { ...FIELDS, [IDEMPOTENCY_FIELD]: "first-picture" };
    expect((await send(first, LOGO)).status).toBe(303);
    expect((await send(FIELDS, disc("#0b6b3a"))).status).toBe(303);
    const second = await stored();
    expect((await send(first, LOGO)).status).toBe(303);
    expect(await stored()).toEqual(second);
  });
});
