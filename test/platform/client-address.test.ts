import { expect, test } from "vitest";
import { clientAddress, keyedHash } from "../../src/ground/platform/rate-limit.ts";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:0:7::1", "2001:db8:0:7"],
  ["2001:DB8:0:7:ffff::", "2001:db8:0:7"],
  ["2001:db8::1:2:3:4", "2001:db8:0:0"],
  ["2001:0db8:0000:0007:1:2:3:4", "2001:db8:0:7"],
  ["::1", "0:0:0:0"],
])("%s counts as %s", (address, client) => {
  const request = new Request("http://a.test", { headers: { "CF-Connecting-IP": address } });
  expect(clientAddress(request)).toBe(client);
});

test("a keyed hash distinguishes client IPs and does not contain them", () => {
  const addresses = Array.from({ length: 65_536 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
  const hashes = addresses.map(keyedHash);
  expect(new Set(hashes).size).toBe(addresses.length);
  expect(keyedHash("10.0.0.7")).toBe(hashes[7]);
  expect(hashes.filter((hash) => /^10\.0\./.test(hash))).toEqual([]);
});
