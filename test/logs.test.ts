import { expect, test } from "vitest";
import { experimental_readRawConfig } from "wrangler";

test("Cloudflare stores our own lines only: no record of each request with the headers of its caller", () => {
  const { rawConfig } = experimental_readRawConfig({ config: `${import.meta.dirname}/../wrangler.toml` });
  expect(rawConfig.observability).toEqual({ enabled: true, logs: { enabled: true, invocation_logs: false } });
});
