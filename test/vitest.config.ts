import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: join(import.meta.dirname, ".."),
    include: ["test/**/*.test.ts"],
    // A test of the running Worker does not import what it tests: when watching, a change here runs all that are watched.
    forceRerunTriggers: ["**/src/**", "**/migrations/**", "**/wrangler.toml"],
    // Many tests start a real runtime; two at a time suit two cores.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Polls wait for work that goes on after an answer; a busy machine must not fail them.
    expect: { poll: { timeout: 30_000 } },
  },
});
