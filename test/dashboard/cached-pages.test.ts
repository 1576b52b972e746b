import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cachedPage } from "../../src/surfaces/dashboard/shared-reports/shared.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Makes pages `page 1`, `page 2`, …, each in `milliseconds`, or fails as often as `failing` says first. */
function maker({ milliseconds = 0, failing = 0 } = {}) {
  let calls = 0;
  const make = async (): Promise<string> => {
    calls++;
    const page = `page ${calls}`;
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    if (calls <= failing) throw new Error("lost");
    return page;
  };
  return { make, calls: () => calls };
}

test("a page is shown for ten seconds, each report's own", async () => {
  const { make } = maker();
  const shown = async (id: string) => {
    const page = cachedPage(id, make);
    await vi.advanceTimersByTimeAsync(0);
    return page;
  };
  expect(await shown("ten")).toBe("page 1");
  expect(await shown("another")).toBe("page 2");
  await vi.advanceTimersByTimeAsync(9_999);
  expect(await shown("ten")).toBe("page 1");
  await vi.advanceTimersByTimeAsync(1);
  expect(await shown("ten")).toBe("page 3");
});

test("many readers at once have it made once", async () => {
  const { make, calls } = maker({ milliseconds: 700 });
  const all = Promise.all(Array.from({ length: 300 }, () => cachedPage("many", make)));
  await vi.advanceTimersByTimeAsync(800);
  expect(new Set(await all)).toEqual(new Set(["page 1"]));
  expect(calls()).toBe(1);
});

test("where making it fails, the reader is told so, and the next one makes it", async () => {
  const { make, calls } = maker({ milliseconds: 100, failing: 1 });
  const first = expect(cachedPage("failing", make)).rejects.toThrow("lost");
  const second = cachedPage("failing", make);
  await vi.advanceTimersByTimeAsync(1_000);
  await first;
  expect([await second, calls()]).toEqual(["page 2", 2]);
});

test("a page whose reader has gone has a deadline", async () => {
  void cachedPage("gone", () => new Promise(() => {}));
  const { make } = maker();
  const page = cachedPage("gone", make);
  await vi.advanceTimersByTimeAsync(5_100);
  expect(await page).toBe("page 1");
});

test("what is kept has a bound: the page that was shown longest ago is made again", async () => {
  const { make } = maker();
  const long = "x".repeat(2_000_000);
  const shown = async (id: string, text: () => Promise<string>) => {
    const page = cachedPage(id, text);
    await vi.advanceTimersByTimeAsync(0);
    return page;
  };
  expect(await shown("small", make)).toBe("page 1");
  for (const id of ["large 1", "large 2"]) expect(await shown(id, async () => long)).toBe(long);
  expect(await shown("small", make)).toBe("page 1");
  // 4 MB each, of 10 MB.
  expect(await shown("large 3", async () => long)).toBe(long);
  expect(await shown("large 1", make)).toBe("page 2");
  expect(await shown("small", make)).toBe("page 1");
});
