import { describe, expect, test } from "vitest";
import { storeAll } from "../visits/visit-messages.ts";
import { LINKS, useLinksDashboard } from "./links.ts";

const on = await useLinksDashboard();

describe("a full-screen code", () => {
  test("links to the next code of its list, and back", async () => {
    const tracking = { tags: ["fair"] };
    const second = (await on.create({ name: "Second", tracking })).id;
    const first = (await on.create({ name: "First", tracking })).id;
    await on.patch(second, { status: "inactive" });
    const { text, status } = await on.viewer.open(`${LINKS}/${first}/show?list=tag%3Dfair`);
    expect(status).toBe(200);
    expect(text).toContain("1 of 2");
    expect(text).toContain(`src="/qr/qr_${first}_default.svg?name=`);
    expect(text).toContain(`href="${LINKS}/${second}/show?list=tag%3Dfair" rel="next"`);
    expect(text).not.toContain('rel="prev"');
    expect(text).toContain(`href="${LINKS}?tag=fair"`);
    const last = await on.viewer.open(`${LINKS}/${second}/show?list=tag%3Dfair`);
    expect(last.text).toContain(`href="${LINKS}/${first}/show?list=tag%3Dfair" rel="prev"`);
    expect(last.text).toContain("This link is off");
    expect((await on.viewer.open(`${LINKS}/${first}/show`)).text).toContain(`href="${LINKS}/${first}"`);
  });

  test("counts today's scans, for this organization only", async () => {
    const linkId = (await on.create({ name: "Scanned" })).id;
    const hour = new Date().toISOString().slice(0, 13);
    await storeAll(on.dashboard.service.env.DB, [
      { linkId, hour, qr: "default", visits: 4 },
      { linkId, hour, visits: 9 },
    ]);
    expect((await on.viewer.open(`${LINKS}/${linkId}/show`)).text).toContain('data-scans="4"');
    expect((await on.hank.open(`/dashboard/o/globex/links/${linkId}/show`)).status).toBe(404);
    expect((await on.viewer.open(`${LINKS}/${linkId}/show?code=none`)).status).toBe(404);
  });
});
