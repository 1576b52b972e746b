import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { DOWN, get, post } from "../requests.ts";
import { type Service, startService } from "../service.ts";

const LIMIT = 3;

describe("design: rendering is limited per client", () => {
  let limited: Service;
  let path: string;
  beforeAll(async () => {
    const names = [
      "API_RATE_LIMIT",
      "AUTHENTICATION_RATE_LIMIT",
      "UNKNOWN_LINK_RATE_LIMIT",
      "IMAGE_RATE_LIMIT",
    ];
    const ratelimits = names.map((name, index) => ({
      name,
      namespace_id: String(index + 1),
      simple: { limit: name === "IMAGE_RATE_LIMIT" ? LIMIT : 100_000, period: 60 },
    }));
    limited = await startService({ config: { main: "test/faults/worker.ts", ratelimits } });
    const key = await limited.issueKey();
    const { id } = expectLink(await post(limited, "/v1/links", linkBody(), key));
    path = `/qr/qr_${id}_default`;
  });
  afterAll(() => limited.close());

  const from = (address: string) => ({ headers: { "CF-Connecting-IP": address } });
  const statuses = async (address: string, query: (at: number) => string, more: object = {}) => {
    const answers = [];
    // Windows follow the wall clock: the requests may span two of them.
    for (let at = 0; at < 3 * LIMIT; at++) {
      const headers = { ...from(address).headers, ...more };
      answers.push(await get(limited, `${path}${query(at)}`, { headers }));
    }
    return answers;
  };

  test("429 with Retry-After; the plain SVG, cached images and other clients are not affected", async () => {
    const answers = await statuses("192.0.2.1", (at) => `.png?size=${100 + at}`);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(LIMIT);
    for (const answer of refused) {
      expectError(answer, 429, "rate_limited");
      expect(answer.headers.get("Retry-After")).toBe("60");
    }
    expect(answers[0]?.status).toBe(200);
    expect((await get(limited, `${path}.svg`, from("192.0.2.1"))).status).toBe(200);
    await expect
      .poll(async () => (await get(limited, `${path}.png?size=100`, from("192.0.2.1"))).status)
      .toBe(200);
    expect((await get(limited, `${path}.pdf`, from("192.0.2.2"))).status).toBe(200);
  });

  test("a limiter that fails lets requests through", async () => {
    const answers = await statuses("192.0.2.3", (at) => `.eps?size=${100 + at}`, {
      [DOWN]: "IMAGE_RATE_LIMIT",
    });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
