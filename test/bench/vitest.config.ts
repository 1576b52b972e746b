import { defineConfig } from "vitest/config";
import base from "../vitest.config.ts";

/** The benchmark's own test. It measures one round of every case, which takes longer than what it guards changes. */
export default defineConfig({ ...base, test: { ...base.test, include: ["test/bench/*.check.ts"] } });
