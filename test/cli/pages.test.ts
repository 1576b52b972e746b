import { expect, test } from "vitest";
import { pages } from "../../src/surfaces/cli/commands/pages.ts";
import { useService } from "../use-service.ts";
import { runOn } from "./run-cli.ts";

const { DB } = (await useService()).env;

test("npm run pages -- retry prints the number of pages that will be requested again", async () => {
  const { code, stdout } = await runOn(DB, "pages", pages, ["retry"]);
  expect([code, stdout]).toEqual([0, "0 pages will be requested again.\n"]);
});

test.each([[[]], [["again"]], [["retry", "more"]], [["retry", "--soon"]]])(
  "%j is rejected with a hint",
  async (args) => {
    const { code, stderr } = await runOn(DB, "pages", pages, args);
    expect(code).toBe(2);
    expect(stderr).toContain("npm run pages -- --help");
  },
);
