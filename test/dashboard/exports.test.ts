import { expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { post } from "../requests.ts";
import { fourPeople, useDashboard } from "./dashboard.ts";

const EXPORTS = "/dashboard/o/acme/exports";

const dashboard = await useDashboard();
const { service } = dashboard;
const { key } = await service.issueKey({ organization: "acme" });
await post(service, "/v1/links", linkBody(), { key });
const { owner } = await fourPeople(dashboard);

test("an owner starts an export, sees its progress and downloads it", async () => {
  const form = (await owner.open(EXPORTS)).text;
  expect(form).toContain("Start an export");
  expect(form).toContain("Your codes outlive us");
  expect(form).toContain(
    'unzip "acme*.zip" -d export\ncd export/redirects\nnpx wrangler pages deploy YOUR-DOMAIN'.replaceAll(
      '"',
      "&quot;",
    ),
  );
  expect(form).not.toContain("data-refresh");
  const sent = { "idempotency-key": crypto.randomUUID(), content: "images" };
  for (let twice = 0; twice < 2; twice++)
    expect(await owner.send(EXPORTS, sent)).toMatchObject({
      status: 303,
      location: `${EXPORTS}?done=started`,
    });
  const states = () =>
    service.env.DB.prepare("SELECT group_concat(state) AS states FROM runs").first("states");
  await expect.poll(states).toBe("idle");
  // As while it was written.
  const set = (state: string) => service.env.DB.prepare("UPDATE runs SET state = ?1").bind(state).run();
  await set("running");
  const running = (await owner.open(`${EXPORTS}?done=started`)).text;
  expect(running).toMatch(/data-refresh.*<progress max="100" value="100"/s);
  expect(running).not.toContain("Start an export");
  await set("idle");
  const done = (await owner.open(EXPORTS)).text;
  const [, path = ""] = /href="(\/exports\/\w+\.zip)"/.exec(done) ?? [];
  const archive = await service.fetch(path);
  expect([archive.status, archive.headers.get("Content-Type"), archive.headers.get("Cache-Control")]).toEqual(
    [200, "application/zip", "private, no-store"],
  );
  expect(archive.headers.get("Content-Disposition")).toMatch(
    /^attachment; filename="acme \d{4}-\d\d-\d\d\.zip"$/,
  );
  const bytes = new Uint8Array(await archive.arrayBuffer());
  expect([...bytes.slice(0, 2)]).toEqual([0x50, 0x4b]);
  const activity = (await owner.open("/dashboard/o/acme/activity?kind=export")).text;
  expect(activity).toMatch(/exp_[0-9a-f]{32}/);
});
