import { expect, test, vi } from "vitest";
import { startBulkEdit } from "../../src/extras/bulk-edits/start-bulk-edit.ts";
import { LEASE_MS } from "../../src/extras/runs/continue-runs.ts";
import { memberActor } from "../../src/features/access/actor.ts";
import { PART_SIZE } from "../../src/features/links/links-change.ts";
import { serviceUnavailable } from "../../src/ground/core/errors.ts";
import { linkBody } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { get, post } from "../requests.ts";
import { takeStep } from "../runs/steps.ts";
import type { Visitor } from "./dashboard.ts";
import { pageForms } from "./html-form.ts";
import { LINKS, useLinksDashboard } from "./links.ts";

const on = await useLinksDashboard();
const { service } = on.dashboard;
const EDIT = `${LINKS}/bulk-edit`;
const BULK = 100;

/** Makes links with a tag that no others have. */
async function makeLinks(count: number, tag: string): Promise<void> {
  for (let at = 0; at < count; at += BULK) {
    const links = Array.from({ length: Math.min(BULK, count - at) }, (_, index) =>
      linkBody("custom custom_url", { name: `${tag} ${at + index}`, tracking: { tags: [tag] } }),
    );
    const { status, text } = await post(service, "/v1/links/bulk", { links }, on.key);
    expect(status, text).toBe(200);
  }
}

const count = (sql: string, ...values: string[]) =>
  service.env.DB.prepare(sql)
    .bind(...values)
    .first<number>("n");
const tagged = (tag: string) => count("SELECT count(*) AS n FROM link_tags WHERE tag = ?1", tag);
/** How many changes the links with this tag in their names have in their histories, besides their creation. */
const changesOf = (tag: string) =>
  count(
    `SELECT count(*) AS n FROM activity JOIN links ON links.id = activity.link_id
     WHERE links.name LIKE ?1 || ' %' AND link_version > 1`,
    tag,
  );

const fieldsOf = (text: string): Record<string, string[]> => {
  const fields: Record<string, string[]> = {};
  for (const [name, value] of pageForms(text).find(({ action }) => action === EDIT)?.entries ?? [])
    fields[name] = [...(fields[name] ?? []), value];
  return fields;
};
const dependencies = () => dependenciesOf(service.env);
const later = (ms: number) => () => new Date(Date.now() + ms);

/** Starts to switch off all links with a tag, as if the request were killed before its first part. */
async function started(tag: string, email = "editor@acme.example") {
  const member = await dependencies().members.findByEmail("acme", email);
  if (!member) throw new Error("no member");
  const scope = crypto.randomUUID().replaceAll("-", "");
  const { id: editId } = await startBulkEdit(
    memberActor(member),
    {
      task: { kind: "change", selection: { filter: { tag } }, change: { status: "inactive" } },
      list: `tag=${tag}`,
      total: 60,
      idempotency: { scope, fingerprint: "", organizationId: "acme" },
    },
    {
      ...dependencies(),
      origins: { shortLink: service.url.origin, api: service.url.origin, problem: null },
      takeStep: async () => "busy" as const,
    },
  );
  return {
    path: `${EDIT}/${editId}`,
    message: { kind: "bulk_edit", organizationId: "acme", runId: editId } as const,
  };
}
const finished = (path: string, who: Visitor = on.editor) =>
  expect
    .poll(async () => (await who.open(path)).text.includes("data-refresh"), {
      interval: 200,
      timeout: 240_000,
    })
    .toBe(false);

test("110 links are changed in the background, after a plan that counts them all", {
  tags: "all",
  timeout: 200_000,
}, async () => {
  await makeLinks(110, "large");
  const [first] = (await get(service, "/v1/links?tag=large&limit=1", on.key)).json.data;
  await on.patch(first.id, { tracking: { tags: ["large", "autumn"] } });
  expect(JSON.parse((await on.editor.open(`${LINKS}/count?tag=large`)).text)).toEqual({ count: 110 });
  expect((await on.editor.open(`${EDIT}?list=tag%3Dlarge`)).text).toContain("Edit 110 links");
  const plan = await on.editor.open(`${EDIT}?list=tag%3Dlarge&step=plan&addTags=autumn`);
  expect(plan.text).toContain("Change 109 links?");
  expect(plan.text).toContain("110 links selected, 1 unchanged");
  expect(plan.text).toContain("The change runs in the background");
  // Created after the plan was shown.
  await makeLinks(1, "large");
  const answer = await on.editor.send(EDIT, fieldsOf(plan.text));
  const path = answer.location ?? "";
  // Sent twice, it runs once.
  expect((await on.editor.send(EDIT, fieldsOf(plan.text))).location).toBe(path);

  await finished(path);
  const { text } = await on.editor.open(path);
  expect(text).toContain("109 links were changed: tag “<bdi>autumn</bdi>” added.");
  expect(text).toContain("1 link had nothing to change.");
  expect((await on.editor.open(LINKS)).text).not.toContain(path);
  expect([await tagged("autumn"), await changesOf("large")]).toEqual([110, 110]);

  const csv = await on.editor.open(`${LINKS}/export?list=tag%3Dlarge`);
  expect(csv.text.trimEnd().split("\r\n")).toHaveLength(112);
});

test("links that stop matching while they are changed are changed once, and the others too", async () => {
  await makeLinks(PART_SIZE + 3, "leaving");
  const plan = await on.editor.open(`${EDIT}?list=tag%3Dleaving&step=plan&removeTags=leaving&addTags=left`);
  const { location } = await on.editor.send(EDIT, fieldsOf(plan.text));
  await finished(location ?? "");
  expect([await tagged("leaving"), await tagged("left"), await changesOf("leaving")]).toEqual([0, 53, 53]);
});

test("a part that is killed in the middle continues, changes nothing twice, and is counted", {
  tags: "all",
}, async () => {
  await makeLinks(60, "killed");
  const { path, message } = await started("killed");
  const killed = dependencies();
  const { findWithDefaultQrCode } = killed.links;
  let left = 20;
  killed.links = {
    ...killed.links,
    findWithDefaultQrCode: (id) => (left-- > 0 ? findWithDefaultQrCode(id) : new Promise(() => {})),
  };
  // The isolate is gone: it never comes back from the 21st link, neither records nor releases anything.
  void takeStep(message, killed);
  await expect.poll(() => changesOf("killed")).toBe(20);
  expect(await takeStep(message, dependencies())).toBe("busy");
  // What is gone keeps its turn among the changes of its link for seconds: this process is the same.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15_000 });
  // Somebody takes back one of the changes meanwhile.
  const [one] = (await get(service, "/v1/links?tag=killed&status=inactive&limit=1", on.key)).json.data;
  await on.patch(one.id, { status: "active" });

  expect(await takeStep(message, { ...dependencies(), now: later(LEASE_MS) })).toBe("more");
  expect(await changesOf("killed")).toBe(PART_SIZE + 1);
  expect(await takeStep(message, { ...dependencies(), now: later(2 * LEASE_MS) })).toBe("done");
  expect(await takeStep(message, { ...dependencies(), now: later(2 * LEASE_MS) })).toBe("done");
  expect(await changesOf("killed")).toBe(61);
  vi.useRealTimers();
  expect((await on.editor.open(path)).text).toContain("60 links are off.");
  expect((await on.definition(one.id)).status).toBe("active");
});

test("a change shows how far it is, and can be stopped", async () => {
  await makeLinks(60, "stopped");
  const asked = await started("stopped");
  expect(await takeStep(asked.message, dependencies())).toBe("more");
  const running = await on.editor.open(asked.path);
  expect(running.text).toContain("Changing 60 links");
  expect(running.text).toContain('<progress max="60" value="50"');
  // Whoever left the page finds it again.
  expect((await on.editor.open(LINKS)).text).toContain(asked.path);
  expect((await on.viewer.send(asked.path, {})).status).toBe(403);
  expect((await on.hank.open(asked.path.replace("acme", "globex"))).status).toBe(404);
  expect((await on.editor.send(asked.path, {})).location).toBe(asked.path);
  expect(await takeStep(asked.message, dependencies())).toBe("done");
  const { text } = await on.editor.open(asked.path);
  expect(text).toContain("The change was stopped. Changed links stay as they are.");
  expect(text).toContain("50 of 60 links done, 50 changed.");
  expect(await changesOf("stopped")).toBe(50);
});

test("a member of some projects changes and sees only their own", async () => {
  await makeLinks(2, "mixed");
  await on.create({ name: "mixed 2", projectId: "shop", tracking: { tags: ["mixed"] } });
  await on.dashboard.add("acme", "some@acme.example", "editor", ["shop"]);
  const theirs = await started("mixed", "some@acme.example");
  const other = await started("mixed");
  expect(await takeStep(theirs.message, dependencies())).toBe("done");
  expect(await changesOf("mixed")).toBe(1);
  const some = await on.dashboard.as("some@acme.example");
  expect([(await some.open(theirs.path)).status, (await some.open(other.path)).status]).toEqual([200, 404]);
});

test("links that can't be changed are named, and the database's silence is no failure", async () => {
  await makeLinks(3, "failing");
  const { path, message } = await started("failing");
  // Always the same link: they are changed in parallel, and the repeat looks them up in any order.
  let failing: string | undefined;
  const used = (error: Error) => {
    const each = dependencies();
    const { findWithDefaultQrCode } = each.links;
    const find: typeof findWithDefaultQrCode = (id) => {
      failing ??= id;
      return id === failing ? Promise.reject(error) : findWithDefaultQrCode(id);
    };
    return { ...each, log: () => {}, links: { ...each.links, findWithDefaultQrCode: find } };
  };
  await expect(takeStep(message, used(serviceUnavailable(new Error("away"))))).rejects.toThrow();
  expect(await takeStep(message, used(new Error("a fault")))).toBe("done");
  const { text } = await on.editor.open(path);
  expect(text).toContain("1 link could not be changed.");
  expect(text).toMatch(/failing \d<\/bdi>/);
  expect(await changesOf("failing")).toBe(2);
});

test("a finished change is undone, but not where the links were changed since, and only once", async () => {
  await makeLinks(60, "undo");
  const plan = await on.editor.open(
    `${EDIT}?list=tag%3Dundo&step=plan&addTags=gift&removeTags=undo&utm.source=flyer`,
  );
  expect(plan.text).toMatch(/You can undo this until (today|tomorrow), \d\d:\d\d UTC\./);
  const path = (await on.editor.send(EDIT, fieldsOf(plan.text))).location ?? "";
  await finished(path);
  expect([await tagged("undo"), await tagged("gift")]).toEqual([0, 60]);
  const [one, other] = (await get(service, "/v1/links?tag=gift&limit=2", on.key)).json.data;
  await on.patch(one.id, { tracking: { tags: ["mine"] } });
  await on.patch(other.id, { name: "undo renamed" });

  const done = await on.editor.open(path);
  const [form] = pageForms(done.text).filter(({ action }) => action === path);
  const undo = { ...Object.fromEntries(form?.entries ?? []), step: "undo" };
  const undoing = (await on.editor.send(path, undo)).location ?? "";
  expect((await on.editor.send(path, undo)).location).toBe(undoing);
  await finished(undoing);
  const { text } = await on.editor.open(undoing);
  expect(text).toContain("59 links are as before.");
  expect(text).toContain("1 link was changed after that and keeps its values.");
  expect(text).not.toContain(">Undo<");
  const undone = await on.editor.open(path);
  expect(undone.text.replaceAll(/<[^>]+>/g, "")).toMatch(/Undone on \d+ \w+ \d{4},\s*\d\d:\d\d UTC/);
  expect(undone.text).not.toContain(">Undo<");
  // A form of a page from before.
  const late = { ...undo, "idempotency-key": crypto.randomUUID() };
  expect((await on.editor.send(path, late)).location).toBe(undoing);
  expect([await tagged("undo"), await tagged("gift"), await tagged("mine")]).toEqual([59, 0, 1]);
  const { data } = (await get(service, `/v1/links/${other.id}/definition`, on.key)).json;
  expect(data).toMatchObject({ name: "undo renamed", tracking: { tags: ["undo"] } });
  expect(data.tracking.utm).toBeUndefined();
  expect((await on.viewer.send(path, undo)).status).toBe(403);
  const refused = await on.editor.send(undoing, undo);
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining("can be undone for 23 hours"),
  ]);
});

test("an interrupted part of an Undo is repeated for the missing links only", async () => {
  await makeLinks(3, "again");
  const { path, message } = await started("again");
  while ((await takeStep(message, dependencies())) === "more");
  const [form] = pageForms((await on.editor.open(path)).text).filter(({ action }) => action === path);
  const sent = await on.editor.send(path, { ...Object.fromEntries(form?.entries ?? []), step: "undo" });
  await finished(sent.location ?? "");
  expect((await on.editor.open(sent.location ?? "")).text).toContain("3 links are as before.");
  const editId = sent.location?.split("/").at(-1) ?? "";
  // As if the worker had been killed before it recorded the part.
  await service.env.DB.prepare(
    `UPDATE runs SET state = 'running',
       progress = '{"cursor":null,"visited":0,"changed":0,"failed":0,"left":[]}' WHERE id = ?1`,
  )
    .bind(editId)
    .run();
  while (
    (await takeStep({ kind: "bulk_edit", organizationId: "acme", runId: editId }, dependencies())) === "more"
  );
  expect((await on.editor.open(sent.location ?? "")).text).toContain("3 links are as before.");
  // Created, switched off, and on again.
  expect(await changesOf("again")).toBe(6);
});
