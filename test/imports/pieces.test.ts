import { expect, test } from "vitest";
import { NO_LABELS } from "../../src/extras/imports/columns.ts";
import { nameColumns } from "../../src/extras/imports/name-columns.ts";
import { readNewFile } from "../../src/extras/imports/read-file.ts";
import { useService } from "../use-service.ts";
import { HEAD, importing, owner, row } from "./importing.ts";
import { MOVED_SAMPLES } from "./moved-samples.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { used, added } = await importing(service.env);

/** How often something else that waits for the isolate had its turn until `work` was done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  let turns = 0;
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    turns++;
  }
  await work;
  return turns;
}

const ROWS = 2_000;
const rows = (of: (index: number) => string) =>
  Array.from({ length: ROWS }, (_, index) => of(index)).join("\n");
const shlink = JSON.parse(MOVED_SAMPLES.find(({ source }) => source === "Shlink JSON")?.content ?? "")
  .shortUrls.data[0];

test.each([
  ["of ours", () => `${HEAD}\n${rows((index) => row(`Link ${index}`))}`],
  ["of a service", () => `keyword,url,title\n${rows((index) => `a-${index},https://shop.example/,T`)}`],
  ["of a service, as JSON", () => JSON.stringify(Array(ROWS).fill(shlink))],
  ["with unknown columns", () => `A,B\n${rows((index) => `x,${index}`)}`],
])("other requests have their turn while a file %s is read", async (_, content) => {
  const text = content();
  // Reading has no other reason to wait.
  expect(await turnsDuring(readNewFile(text))).toBeGreaterThan(ROWS / 200);
});

test("they have it while rows are checked, and while the columns of a table are named", async () => {
  const checked = added(`${HEAD}\n${rows((index) => row(`Link ${index}`))}`);
  expect(await turnsDuring(checked)).toBeGreaterThan(ROWS / 50);
  const table = await added(`A,B\n${rows((index) => `x,https://example.com/${index}`)}`);
  const input = { importId: table.id, columns: ["name", "customUrl"], projectId: "main", labels: NO_LABELS };
  expect(await turnsDuring(nameColumns(owner, input, used))).toBeGreaterThan(ROWS / 50);
});
