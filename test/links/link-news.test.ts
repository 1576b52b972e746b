import { expect, test } from "vitest";
import { getLinkAttention } from "../../src/features/links/attention-store.ts";
import type { Link } from "../../src/features/links/link.ts";
import { linkStore } from "../../src/features/links/link-store.ts";
import { listTags } from "../../src/features/links/tag-store.ts";
import { newId } from "../../src/ground/core/ids.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { one } from "../retailers/definitions.ts";
import { useService } from "../use-service.ts";
import { giveProblem, newLink, storedLink } from "./links.ts";

const service = await useService({}, "acme");
await service.issueKey({ createProjects: ["main", "side"] });
await service.issueKey({ organization: "globex" });
const { DB } = service.env;
const NOW = new Date("2026-11-20T12:00:00.000Z");
const used = { ...dependenciesOf(service.env), now: () => NOW };
const owner = memberOf("owner");
const ofSide = { ...owner, projects: ["side"] };
const rejected = (code: string) => expect.objectContaining({ code });
const wrong = (id: string) => ({ ...one("bigbox_w", "add_to_cart", id), customUrl: undefined });
const stored = (name: string, fields: object, record: object = {}) =>
  storedLink(DB, { name, ...fields }, record);

test("lists links with problems, then links with impossible product ids, newest first", async () => {
  const attention = (projectId?: string, actor = owner) => getLinkAttention(actor, { projectId }, used);
  const problem = async (link: Promise<Link>, kind: "page_failed" | "products_unavailable") =>
    giveProblem(DB, kind, `id = '${(await link).id}'`);
  const at = (minute: number) => ({ id: newId("lnk", new Date(NOW.getTime() + minute * 60_000)) });
  await problem(stored("page", {}, at(1)), "page_failed");
  await problem(stored("sold", { projectId: "side" }, at(2)), "products_unavailable");
  await problem(stored("off", {}, { ...at(3), status: "inactive" }), "page_failed");
  await problem(stored("other", {}, { ...at(4), organizationId: "globex" }), "page_failed");
  await stored("wrong", wrong("abc"), at(5));
  await stored("right", wrong("123"), at(6));
  await stored("wrong but off", wrong("abc"), { ...at(7), status: "inactive" });
  await stored("wrong elsewhere", { ...wrong("abc"), projectId: "side" }, at(8));
  const found = async (...input: Parameters<typeof attention>) =>
    (await attention(...input)).problems.map(({ name, kind }) => [name, kind]);
  expect(await found()).toEqual([
    ["sold", "products_unavailable"],
    ["page", "page_failed"],
    ["wrong elsewhere", "product_ids"],
    ["wrong", "product_ids"],
  ]);
  const side = [
    ["sold", "products_unavailable"],
    ["wrong elsewhere", "product_ids"],
  ];
  expect([await found("side"), await found(undefined, ofSide)]).toEqual([side, side]);
  await expect(attention("main", ofSide)).rejects.toThrow(rejected("project_access_denied"));
  const counts = async () => {
    const { problems, more } = await attention();
    return [problems.length, more];
  };
  for (let count = 0; count < 6; count++) await stored(`${count}`, wrong("abc"), at(10 + count));
  expect(await counts()).toEqual([10, false]);
  await stored("more", wrong("abc"), at(20));
  expect(await counts()).toEqual([10, true]);
});

test("lists tags of the newest links in the given projects, most frequent first", async () => {
  const tagged = (projectId: string, ...tags: string[]) =>
    stored("tagged", { projectId, tracking: { tags } });
  await tagged("main", "b", "a");
  await tagged("side", "b", "c");
  const tagsFor = (actor: typeof owner) => listTags(actor, { db: DB });
  expect(await tagsFor(owner)).toEqual(["b", "a", "c"]);
  expect(await tagsFor(ofSide)).toEqual(["b", "c"]);
  expect([await tagsFor({ ...owner, projects: [] }), await tagsFor(memberOf("owner", "globex"))]).toEqual([
    [],
    [],
  ]);
});

test("at most 100 tags of the newest 200 links are listed, skipping content above 20,000 bytes", async () => {
  await service.issueKey({ organization: "tagged" });
  const tagged = (number: number, ...tags: string[]) =>
    newLink({ tracking: { tags } }, { id: `lnk_${1000 + number}`, organizationId: "tagged" });
  const write = async (...links: Link[]) => {
    const writes = links.map((link) => ({ link, qrCode: null, claim: null }));
    await linkStore(DB).create({ writes, request: null, rows: [] });
  };
  const found = () => listTags(memberOf("owner", "tagged"), { db: DB });
  const others = Array.from({ length: 198 }, (_, index) => tagged(3 + index, "often"));
  await write(tagged(1, "oldest"), tagged(2, "second"), ...others);
  expect(await found()).toEqual(["often", "oldest", "second"]);
  await write(tagged(201, "often"));
  expect(await found()).toEqual(["often", "second"]);
  const long = tagged(202, "long");
  await write(long);
  const fill = DB.prepare(
    `UPDATE links SET content = json_set(content, '$.long', printf('%.*c', ?2 - octet_length(json_set(content, '$.long', '')), 'x'))
     WHERE id = ?1`,
  );
  for (const [bytes, expected] of [
    [20_000, ["often", "long"]],
    [20_001, ["often"]],
  ] as const) {
    await fill.bind(long.id, bytes).run();
    expect(await found()).toEqual(expected);
  }
  const many = Array.from({ length: 101 }, (_, index) => `rare ${String(index).padStart(3, "0")}`);
  await write(tagged(203, ...many.slice(0, 100)), tagged(204, ...many.slice(100)));
  expect(await found()).toEqual(["often", ...many.slice(0, 99)]);
});
