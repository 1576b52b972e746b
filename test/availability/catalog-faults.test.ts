import { describe, expect, test } from "vitest";
import { setUpAmazon, setUpKroger, setUpWalmart, unlimited } from "./catalogs.ts";
import { FAULTS } from "./fake-retailers.ts";

const { walmart, openWalmart } = await setUpWalmart();
const { kroger, openKroger } = await setUpKroger();
const { amazon, openAmazon } = await setUpAmazon();

describe("a failing retailer", () => {
  const reasons: Record<keyof typeof FAULTS, string> = {
    "429": "status 429",
    "500": "status 500",
    "502 in HTML": "not_json, status 502",
    garbage: "not_json, status 200",
    "another shape": "unexpected shape",
    "10 MB": "too_large, status 200",
    redirect: "redirect, status 302",
    "a broken connection": "network",
  };
  const cases = Object.entries(FAULTS).flatMap(([name, fault]) =>
    [
      [name, "walmart", () => walmart, openWalmart, "1"] as const,
      [name, "kroger", () => kroger, openKroger, "1"] as const,
      [name, "amazon", () => amazon, openAmazon, "B000000001"] as const,
    ].map((row) => [...row, fault] as const),
  );

  test.each(cases)("%s from %s ends the look-up", async (name, _, fake, open, id, fault) => {
    fake().fault = fault;
    const answer = await open().lookUp([id], { storeId: "01400943" }, unlimited);
    const [, failed] = Object.entries(reasons).find(([reason]) => reason === name) ?? [];
    expect(answer).toEqual({ offers: new Map(), stopped: { failed } });
    expect(fake().calls).toHaveLength(1);
    expect(fake().requests.some((request) => request.includes("elsewhere"))).toBe(false);
  });

  test("that hangs is aborted at the time limit", async () => {
    walmart.fault = () => {};
    const answer = await openWalmart().lookUp(["1"], undefined, { ...unlimited, limitMs: 50 });
    expect(answer).toEqual({ offers: new Map(), stopped: { failed: "timeout" } });
  });
});
