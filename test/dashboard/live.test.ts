import { expect, test } from "vitest";
import { storeAll } from "../visits/visit-messages.ts";
import { useLinksDashboard } from "./links.ts";

const HOME = "/dashboard/o/acme";

const on = await useLinksDashboard();
const { DB } = on.dashboard.service.env;

test("an organization without visits is told what comes next, as far as the member may do it", async () => {
  const [owner, editor, viewer] = await Promise.all(
    [on.owner, on.editor, on.viewer].map(async (visitor) => (await visitor.open(HOME)).text),
  );
  expect(owner).toContain(`href="${HOME}/links/new"`);
  for (const path of ["time-zone", "members/new", "keys/new"]) expect(owner).toContain(`href="${HOME}/${path}"`);
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
