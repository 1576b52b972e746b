import { expect, test } from "vitest";
import { useService } from "../use-service.ts";
import { file, importing, row } from "./importing.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { used, added, start, run } = await importing(service.env);

test("codes are read in consecutive pages of rows", async () => {
  const { id } = await added(file(row("A"), row("B"), row("C")));
  await start(id);
  expect(await run(id)).toBe("done");
  const rowsBehind = async (after: number, limit: number) =>
    (await used.importRows.codes(id, after, limit)).map(({ row: number, name }) => [number, name]);
  expect(await rowsBehind(0, 2)).toEqual([
    [2, "A"],
    [3, "B"],
  ]);
  expect(await rowsBehind(3, 2)).toEqual([[4, "C"]]);
  expect(await rowsBehind(4, 2)).toEqual([]);
});
