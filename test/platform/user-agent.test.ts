import { expect, test } from "vitest";
import { readUserAgent } from "../../src/ground/platform/user-agent.ts";

const iphone = (version: number) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) Mobile Safari`;

test("parsing a header again gives the same result after any number of others", () => {
  const phone = { robot: false, socialPreview: false, office: false, system: "ios", device: "phone" };
  for (let version = 0; version < 2_500; version++) {
    expect(readUserAgent(iphone(version))).toEqual(phone);
    expect(readUserAgent(iphone(0))).toEqual(phone);
    expect(readUserAgent(`curl/8.${version}`)).toMatchObject({ robot: true });
  }
});

test("only the first 512 characters are read", () => {
  expect(readUserAgent(iphone(1).padEnd(512, " ")).robot).toBe(false);
  expect(readUserAgent(`${iphone(1).padEnd(512, " ")}Googlebot`).robot).toBe(false);
  expect(readUserAgent(`${iphone(1).padEnd(500, " ")}Googlebot`).robot).toBe(true);
});
