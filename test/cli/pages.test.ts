import { afterAll, expect, test, vi } from "vitest";
import { runCli, temporaryDirectory } from "./run-cli.ts";

// Each command runs wrangler, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const state = temporaryDirectory();
afterAll(state.remove);

test("npm run pages -- retry says how many pages are asked for again", async () => {
  const { code, stdout } = await runCli("pages.ts", ["retry", "--persist-to", state.path]);
  expect([code, stdout]).toEqual([0, "0 pages are asked for again.\n"]);
});

test.each([[[]], [["again"]], [["retry", "more"]], [["retry", "--soon"]]])(
  "%j is refused with a hint",
  async (args) => {
    const { code, stderr } = await runCli("pages.ts", args);
    expect(code).toBe(2);
    expect(stderr).toContain("npm run pages -- --help");
  },
);
