import { expect, test } from "vitest";
import { notSignedIn } from "../../src/surfaces/dashboard/sign-in/sign-in.tsx";

const said = async (reason: string, url: string): Promise<[number, string]> => {
  const answer = await notSignedIn({ reason }, new URL(url));
  return [answer.status, await answer.text()];
};

test("a request to a local service by another name gets the right URL, with its port", async () => {
  const [status, page] = await said("untrusted_host", "http://evil.example:8787/dashboard");
  expect(status).toBe(403);
  expect(page).toContain("<code>http://localhost:8787/dashboard</code>");
  expect(page).toContain("--trust-host evil.example");
  const [, withoutPort] = await said("untrusted_host", "http://evil.example/dashboard");
  expect(withoutPort).toContain("<code>http://localhost/dashboard</code>");
});

test("other reasons have their own text, and all token errors the same one", async () => {
  expect((await said("no_fetch_metadata", "http://localhost/dashboard"))[1]).toContain("Sec-Fetch-Site");
  for (const reason of ["no_identity", "no_address", "ERR_JWT_EXPIRED"])
    expect((await said(reason, "https://go.example/dashboard"))[1]).toContain("Cloudflare Access");
});
