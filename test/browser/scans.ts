import { expect, vi } from "vitest";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

/** What a scan of a code with this address is answered with: status and, where it leads on, the place. */
export async function scan(url: string): Promise<[number, string | null]> {
  const answer = await fetch(url, { redirect: "manual", headers: { "User-Agent": IPHONE } });
  await answer.arrayBuffer();
  return [answer.status, answer.headers.get("Location")];
}

/** Waits until this holds. Tests that run side by side have no `expect.poll`. */
export const until = (holds: () => Promise<void>) => vi.waitFor(holds, { timeout: 30_000, interval: 100 });

/** Waits until a scan leads there. Isolates remember where a link leads for 10 seconds. */
export const scanLeadsTo = (url: string, answer: [number, string | null]) =>
  until(async () => expect(await scan(url)).toEqual(answer));
