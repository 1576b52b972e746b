import { describe, expect, test, vi } from "vitest";
import { MAX_RUNNING } from "../../src/extras/bulk-edits/bulk-edit.ts";
import { startBulkEdit, startUndo } from "../../src/extras/bulk-edits/start-bulk-edit.ts";
import type { RunMessage } from "../../src/extras/runs/run.ts";
import { memberActor } from "../../src/features/access/actor.ts";
import { PART_SIZE } from "../../src/features/links/links-change.ts";
import { HOUR_MS } from "../../src/ground/core/days.ts";
import { serviceUnavailable } from "../../src/ground/core/errors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { takeStep } from "../runs/steps.ts";
import type { Visitor } from "./dashboard.ts";
import { pageForms } from "./html-form.ts";
import { LINKS, useLinksDashboard } from "./links.ts";

const on = await useLinksDashboard();
const { service } = on.dashboard;
const EDIT = `${LINKS}/bulk-edit`;

let made = 0;
/** Two links with a tag that no others have. */
async function twoLinks(changes: object = {}) {
  const tag = `pair ${++made}`;
  const create = () =>
    on.create({ name: tag, tracking: { tags: [tag], utm: { source: "box" } }, ...changes });
  const ids = [(await create()).id, (await create()).id];
  return { tag, ids };
}
type Pair = Awaited<ReturnType<typeof twoLinks>>;

/** The path of the change that a form of the list, or of a plan, starts. */
const startedBy = async (path: string, fields: Record<string, string | readonly string[]>) =>
  (await on.editor.send(path, fields)).location ?? "";
const fromList = (fields: Record<string, string>) => (pair: Pair) =>
  startedBy(`${LINKS}/bulk`, { ...fields, list: "", link: pair.ids });
/** Does what a plan shows: of the two links, or of the filter for them. */
const planned =
  (query: string, isFilter = false) =>
  async (pair: Pair) => {
    const chosen = isFilter ? "" : pair.ids.map((id) => `&link=${id}`).join("");
    const list = isFilter ? encodeURIComponent(`tag=${pair.tag}`) : "";
    const { text } = await on.editor.open(`${EDIT}?list=${list}${chosen}&step=plan&${query}`);
    expect(text).toMatch(/You can undo this until (today|tomorrow), \d\d:\d\d UTC\./);
    const fields: Record<string, string[]> = {};
    for (const [name, value] of pageForms(text).find(({ action }) => action === EDIT)?.entries ?? [])
      fields[name] = [...(fields[name] ?? []), value];
    return startedBy(EDIT, fields);
  };
const tag = (pair: Pair) => planned(`addTags=gift&removeTags=${encodeURIComponent(pair.tag)}`, true)(pair);

const undo = async (path: string, who: Visitor = on.editor) =>
  (await who.send(path, { step: "undo" })).location ?? "";
const textAt = async (path: string) =>
  (await on.editor.open(path)).text.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ");
const definitions = (pair: Pair) => Promise.all(pair.ids.map((id) => on.definition(id)));
const versions = async (pair: Pair) =>
  Promise.all(pair.ids.map(async (id) => (await on.history(id)).length as number));

describe("a change of two links is done at once, and undone", () => {
  test.each<[string, (pair: Pair) => Promise<string>, string, object?]>([
    ["add a tag", fromList({ action: "add_tag", "chosen-tag": "x" }), "changed: tag “x” added."],
    ["remove a tag", (pair) => fromList({ action: "remove_tag", "chosen-tag": pair.tag })(pair), "removed."],
    ["switch on", fromList({ action: "switch_on" }), "2 links are on.", { status: "inactive" }],
    ["switch off", planned("status=inactive"), "2 links are off."],
    ["UTM values", planned("utm.source=flyer"), "2 links were changed: UTM source “flyer”."],
    ["no UTM values", planned("clear=utm"), "2 links were changed: UTM values removed."],
    ["a schedule", planned("activeFrom=2031-01-01T00:00"), "changed: Starts 1 Jan 2031, 00:00 UTC."],
    ["all of a filter", tag, "2 links were changed: tag “gift” added, tag “pair"],
  ])("%s", async (_, act, says, changes = {}) => {
    const pair = await twoLinks();
    for (const id of pair.ids) if (Object.keys(changes).length > 0) await on.patch(id, changes);
    const [before, length = 0] = [await definitions(pair), (await versions(pair))[0]];

    const path = await act(pair);
    const { text: done } = await on.editor.open(path);
    expect(done).not.toContain("data-refresh");
    expect(await textAt(path)).toContain(says);
    expect(await textAt(path)).toMatch(/You can undo this until (today|tomorrow), \d\d:\d\d UTC\./);
    expect(await definitions(pair)).not.toEqual(before);

    const undone = await undo(path);
    expect((await on.editor.open(undone)).text).not.toContain("data-refresh");
    expect(await textAt(undone)).toContain("2 links are as before.");
    expect(await textAt(undone)).not.toContain("You can undo this");
    expect(await definitions(pair)).toEqual(before);
    expect(await versions(pair)).toEqual([length + 2, length + 2]);
    expect(await textAt(path)).toContain("Undone on");
  });
});

test("a link that was changed since keeps its values, and the page says so", async () => {
  const pair = await twoLinks();
  const path = await fromList({ action: "add_tag", "chosen-tag": "x" })(pair);
  await on.patch(pair.ids[0] ?? "", { tracking: { tags: ["theirs"] } });
  const undone = await undo(path);
  expect(await textAt(undone)).toContain("1 link is as before.");
  expect(await textAt(undone)).toContain("1 link was changed after that and keeps its values.");
  expect(await textAt(undone)).toContain(`${pair.tag}It was changed after that.`);
  const tags = (await definitions(pair)).map(({ tracking }) => tracking.tags);
  expect(tags).toEqual([["theirs"], [pair.tag]]);
});

test("two members who undo at once undo once; other changes of its member stay", async () => {
  const pair = await twoLinks();
  const other = await twoLinks();
  const path = await fromList({ action: "add_tag", "chosen-tag": "x" })(pair);
  await fromList({ action: "add_tag", "chosen-tag": "y" })(other);
  const paths = await Promise.all([undo(path), undo(path, on.owner), undo(path)]);
  expect(new Set(paths).size).toBe(1);
  await expect
    .poll(async () => (await on.editor.open(paths[0] ?? "")).text.includes("data-refresh"), { interval: 100 })
    .toBe(false);
  expect(await textAt(paths[0] ?? "")).toContain("2 links are as before.");
  expect([await versions(pair), await versions(other)]).toEqual([
    [3, 3],
    [2, 2],
  ]);
  expect((await on.viewer.send(path, { step: "undo" })).status).toBe(403);
});

test("a form that is sent twice counts towards the quotas once", async () => {
  const pair = await twoLinks();
  const form = { action: "add_tag", "chosen-tag": "x", "idempotency-key": crypto.randomUUID() };
  const sql = "SELECT stored_bytes FROM organization_usage WHERE organization_id = 'acme'";
  const used = async () => (await service.env.DB.prepare(sql).first<number>("stored_bytes")) ?? 0;
  const sizes = [await used()];
  const path = await fromList(form)(pair);
  sizes.push(await used());
  expect(await fromList(form)(pair)).toBe(path);
  expect(await used()).toBe(sizes.at(-1));
  const undone = await undo(path);
  sizes.push(await used());
  expect(await undo(path)).toBe(undone);
  expect(await used()).toBe(sizes.at(-1));
  expect(sizes).toEqual([...new Set(sizes)].sort((one, other) => one - other));
});

const origins = { shortLink: service.url.origin, api: service.url.origin, problem: null };

/** A request some hours from now, its steps and the messages that it sends. */
function requestIn(hours: number) {
  const steps: string[] = [];
  const sent: RunMessage[] = [];
  const now = () => new Date(Date.now() + hours * HOUR_MS);
  const all = { ...dependenciesOf(service.env), origins, now, log: () => {} };
  const counted = async (message: RunMessage) => {
    const continued = await takeStep(message, all);
    steps.push(continued);
    return continued;
  };
  const runQueue = { send: async (message: RunMessage) => void sent.push(message) };
  return { steps, sent, all: { ...all, runQueue, takeStep: counted } };
}

async function start(request: ReturnType<typeof requestIn>["all"], tag: string, value: string) {
  const member = await request.members.findByEmail("acme", "editor@acme.example");
  if (!member) throw new Error("no member");
  const actor = memberActor(member);
  const task = {
    kind: "change",
    selection: { filter: { tag } },
    change: { utm: { source: value } },
  } as const;
  const scope = crypto.randomUUID().replaceAll("-", "");
  const idempotency = { scope, fingerprint: "", organizationId: "acme" };
  return { actor, edit: await startBulkEdit(actor, { task, list: "", total: 2, idempotency }, request) };
}

test("an Undo looks only at the time of the change, however much its member changed since", async () => {
  const { tag, ids } = await twoLinks();
  const early = requestIn(0);
  const { actor, edit } = await start(early.all, tag, "first");
  expect(early.steps).toEqual(["done"]);
  // More than one part of changes by the same member.
  for (let hours = 2; hours < 2 + 26 / 10; hours += 0.1)
    await start(requestIn(hours).all, tag, `at ${hours}`);
  await start(requestIn(5).all, tag, "first");
  const undoing = requestIn(6);
  await startUndo(actor, edit.id, undoing.all);
  expect([undoing.steps, undoing.sent]).toEqual([["done"], []]);
  for (const id of ids) expect((await on.definition(id)).tracking.utm).toEqual({ source: "box" });
});

test("where the first part fails, the queue is asked to repeat it", async () => {
  const { tag, ids } = await twoLinks();
  const request = requestIn(0);
  const takeStep = () => Promise.reject(serviceUnavailable(new Error("away")));
  const { edit } = await start({ ...request.all, takeStep }, tag, "later");
  expect(request.sent).toEqual([{ kind: "bulk_edit", organizationId: "acme", runId: edit.id }]);
  expect(await textAt(`${EDIT}/${edit.id}`)).toContain("0 of 2 links done");
  for (const id of ids) expect((await on.definition(id)).tracking.utm).toEqual({ source: "box" });
});

test("where the first part takes long, its page is shown meanwhile", async () => {
  const { tag } = await twoLinks();
  const request = requestIn(0);
  let isAsked = false;
  const takeStep = () => {
    isAsked = true;
    return new Promise<never>(() => {});
  };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const starting = start({ ...request.all, takeStep }, tag, "slow");
    while (!isAsked) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(10_000);
    const { edit } = await starting;
    expect(request.sent).toEqual([]);
    const { text } = await on.editor.open(`${EDIT}/${edit.id}`);
    expect(text).toContain("Changing 2 links");
    expect(text).toContain("data-refresh");
  } finally {
    vi.useRealTimers();
  }
});

test("of more chosen links than a request changes, the queue changes the others", async () => {
  const tag = `many ${++made}`;
  const ids = await Promise.all(
    Array.from({ length: PART_SIZE + 2 }, async () => (await on.create({ name: tag })).id),
  );
  const path = await startedBy(`${LINKS}/bulk`, {
    action: "add_tag",
    "chosen-tag": tag,
    list: "",
    link: ids,
  });
  const isOver = async () => !(await on.editor.open(path)).text.includes("data-refresh");
  await expect.poll(isOver, { interval: 100, timeout: 20_000 }).toBe(true);
  expect(await textAt(path)).toContain(`52 links were changed: tag “${tag}” added.`);
});

test("while as many changes run as may, another one has to wait; those that have ended do not count", async () => {
  const { tag } = await twoLinks();
  const request = requestIn(0);
  const { bulkEdits } = request.all;
  const waiting = { ...request.all, takeStep: async () => "busy" as const };
  let running = await bulkEdits.running("acme");
  for (; running.length < MAX_RUNNING; running = await bulkEdits.running("acme"))
    await start(waiting, tag, "waits");
  await expect(start(request.all, tag, "one more")).rejects.toMatchObject({
    code: "rate_limited",
    message: "10 changes are running. Wait until one is done.",
  });
  const runId = running[0]?.id ?? "";
  expect(await takeStep({ kind: "bulk_edit", organizationId: "acme", runId }, request.all)).toBe("done");
  await start(request.all, tag, "one more");
  await start(request.all, tag, "and another one");
  expect(request.steps).toEqual(["done", "done"]);
});
