import { expect, test } from "vitest";
import { experimental_readRawConfig } from "wrangler";

test("Cloudflare stores only our own log lines, and no log of each request with its headers", () => {
  const { rawConfig } = experimental_readRawConfig({ config: `${import.meta.dirname}/../wrangler.toml` });
  expect(rawConfig.observability).toEqual({ enabled: true, logs: { enabled: true, invocation_logs: false } });
});
