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

test.each([
  // An iPad in an app, which calls itself a Mac.
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
    "tablet ios",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 300.0",
    "tablet ios",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
    "desktop",
  ],
  ["Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148", "tablet ios"],
  // A part of Windows.
  ["Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0; SLCC2; Tablet PC 2.0)", "desktop"],
  [
    "Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; .NET4.0E; Tablet PC 2.0; rv:11.0) like Gecko",
    "desktop",
  ],
  ["Mozilla/5.0 (Android 14; Tablet; rv:128.0) Gecko/128.0 Firefox/128.0", "tablet android"],
  // Feature phones.
  ["Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/29.3709; U; en) Presto/2.8.119 Version/11.10", "phone"],
  ["Opera/9.80 (Series 60; Opera Mini/7.0.31380/28.2725; U; es) Presto/2.8.119 Version/11.10", "phone"],
  ["Opera/9.80 (Android; Opera Mini/7.5.33361/31.1543; U; en) Presto/2.8.119", "phone android"],
  ["Nokia2700c-2/2.0 (09.97) Profile/MIDP-2.1 Configuration/CLDC-1.1 UCWEB/2.0 (Java)", "phone"],
  ["Mozilla/5.0 (Mobile; Nokia 8110 4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5", "phone"],
])("%s is a %s", (text, expected) => {
  const { device, system } = readUserAgent(text);
  expect([device, system].filter(Boolean).join(" ")).toBe(expected);
});

test("only the first 512 characters are read", () => {
  expect(readUserAgent(iphone(1).padEnd(512, " ")).robot).toBe(false);
  expect(readUserAgent(`${iphone(1).padEnd(512, " ")}Googlebot`).robot).toBe(false);
  expect(readUserAgent(`${iphone(1).padEnd(500, " ")}Googlebot`).robot).toBe(true);
});
