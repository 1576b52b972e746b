import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { storeAll } from "../visits/visit-messages.ts";
import { useLinksDashboard } from "./links.ts";

const HOME = "/dashboard/o/acme";

const on = await useLinksDashboard();
const { service } = on.dashboard;
const { DB } = service.env;

test("an organization without visits is told what comes next, as far as the member may do it", async () => {
  const [owner, editor, viewer] = await Promise.all(
    [on.owner, on.editor, on.viewer].map(async (visitor) => (await visitor.open(HOME)).text),
  );
  expect(owner).toContain(`href="${HOME}/links/new"`);
  for (const path of ["time-zone", "members/new", "keys/new"])
    expect(owner).toContain(`href="${HOME}/${path}"`);
  expect(editor).toContain(`href="${HOME}/links/new"`);
  expect(editor).not.toContain("set your time zone");
  expect(viewer).toContain("No visits yet");
});

test("open pages poll two numbers, and get 304 while they are unchanged", async () => {
  const { id } = await on.create({ name: "Watched" });
  const first = await on.viewer.open(`${HOME}/live?link=${id}`);
  expect(JSON.parse(first.text)).toEqual({ scans: 0, clicks: 0 });
  const again = async (etag: string | null) => {
    const answer = await fetch(`${on.dashboard.service.url.origin}${HOME}/live?link=${id}`, {
      headers: { ...(await on.dashboard.identity("viewer@acme.example")), "If-None-Match": etag ?? "" },
    });
    return [answer.status, await answer.text()];
  };
  expect(await again(first.headers.get("ETag"))).toEqual([304, ""]);
  await storeAll(DB, [{ linkId: id, qr: "default", visits: 2 }, { linkId: id }]);
  expect(await again(first.headers.get("ETag"))).toEqual([200, '{"scans":2,"clicks":1}']);
  expect((await on.hank.open(`${HOME}/live`)).status).toBe(404);
  expect((await on.hank.open(`/dashboard/o/globex/live?link=${id}`)).status).toBe(404);
});

describe("the files of a screen", () => {
  test("can be installed: the manifest has icons of the stated sizes, and there is no service worker", async () => {
    const { text: page } = await on.owner.open(HOME);
    const [, path = ""] = /rel="manifest" href="([^"]+)"/.exec(page) ?? [];
    const answer = await service.fetch(path);
    expect(answer.headers.get("Content-Type")).toBe("application/manifest+json");
    const manifest = (await answer.json()) as { icons: { src: string; sizes: string; type: string }[] };
    expect(manifest).toMatchObject({ start_url: "/dashboard", display: "standalone" });
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(["any", "192x192", "512x512", "512x512"]);
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await service.fetch(src);
      expect([src, icon.status, icon.headers.get("Content-Type")]).toEqual([src, 200, type]);
      const bytes = Buffer.from(await icon.arrayBuffer());
      if (type === "image/png") expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
    expect(page).not.toContain("serviceWorker");
  });

  test("serves styles and scripts at content-hashed paths, cached forever", async () => {
    const { text: page } = await on.owner.open(HOME);
    const paths = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:css|js))"/g)].map(
      ([, path = ""]) => path,
    );
    expect(paths.length).toBeGreaterThan(2);
    for (const path of paths) {
      const { status, headers } = await service.fetch(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      expect(headers.get("Content-Type")).toMatch(path.endsWith(".css") ? /^text\/css/ : /^text\/javascript/);
    }
    expect((await service.fetch("/assets/0000000.css")).status).toBe(404);
  });

  test("serves the face of the stylesheet at the checksum of the file, cached forever", async () => {
    const { text: page } = await on.owner.open(HOME);
    const [, sheet = ""] = /rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
    const [, path = ""] =
      /url\("?(\/assets\/[^")]+)"?\)/.exec(await (await service.fetch(sheet)).text()) ?? [];
    const answer = await service.fetch(path);
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "font/woff2"]);
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    const checksum = crc32(Buffer.from(await answer.arrayBuffer()));
    expect(path).toBe(`/assets/${checksum.toString(36).padStart(7, "0")}.woff2`);
    expect(page).toContain(`as="font" type="font/woff2" href="${path}"`);
  });
});
