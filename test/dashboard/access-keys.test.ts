import { describe, expect, test, vi } from "vitest";
import { at, NOW, SECOND, seconds, startTeams } from "./identity.ts";
import { sign, startTeam, type Team } from "./team.ts";

const MINUTE = 60 * SECOND;
const { key, other, current, claims, byToken } = await startTeams();

describe("keys", () => {
  const goodAt = async (time: Date, by = key) =>
    byToken(await sign(by, claims({ exp: seconds(86_400) })), time);

  test("are remembered for ten minutes", async () => {
    expect(await goodAt(NOW)).toBe("ada@example.com");
    expect(await goodAt(at(10 * MINUTE - 1))).toBe("ada@example.com");
    expect(current.team.paths).toHaveLength(1);
    expect(await goodAt(at(10 * MINUTE))).toBe("ada@example.com");
    expect(current.team.paths).toHaveLength(2);
  });

  test("that are rotated: both are good while both are published, and the new one at once", async () => {
    expect(await goodAt(NOW)).toBe("ada@example.com");
    current.team.publish(other, key);
    expect(await goodAt(at(30 * SECOND), other)).toBe("ada@example.com");
    expect(current.team.paths).toHaveLength(2);
    for (const by of [key, other])
      for (const time of [at(31 * SECOND), at(9 * MINUTE)])
        expect(await goodAt(time, by)).toBe("ada@example.com");
    expect(current.team.paths).toHaveLength(2);
    current.team.publish(other);
    expect(await goodAt(at(11 * MINUTE))).toBeNull();
    expect(await goodAt(at(11 * MINUTE), other)).toBe("ada@example.com");
  });

  test("are asked for once in 30 seconds for ids that they don't have", async () => {
    for (const kid of ["a", "b", "c"]) {
      const token = await sign({ ...other, kid }, claims());
      for (const second of [0, 1, 29]) expect(await byToken(token, at(second * SECOND))).toBeNull();
    }
    expect(current.team.paths).toHaveLength(1);
    expect(await goodAt(at(29 * SECOND))).toBe("ada@example.com");
  });

  const unavailable = (call: Promise<unknown>) =>
    expect(call).rejects.toMatchObject({ code: "service_unavailable", retryAfterSeconds: 5 });

  const statusIn = (isThere: boolean) =>
    isThere
      ? expect.objectContaining({ status: expect.any(Number) })
      : expect.not.objectContaining({ status: undefined });

  test.each<[string, Parameters<Team["answer"]>[0], string]>([
    ["an error", (_, response) => response.writeHead(500).end("{}"), "status"],
    ["keys under an error", (_, response) => response.writeHead(404).end('{"keys":[]}'), "status"],
    ["no JSON", (_, response) => response.end("<html>"), "not_json"],
    ["half of the JSON", (_, response) => response.end('{"keys":[{"kid'), "not_json"],
    ["JSON without keys", (_, response) => response.end('{"public_certs":[]}'), "no key set"],
    ["keys that are none", (_, response) => response.end('{"keys":["current"]}'), "no key set"],
    ["nothing", (_, response) => response.end(), "not_json"],
    ["more than keys can take", (_, response) => response.end(`"${"x".repeat(70_000)}"`), "too_large"],
    [
      "another address",
      (_, response) => response.writeHead(302, { Location: "/elsewhere" }).end(),
      "redirect",
    ],
    ["a broken connection", (request) => request.socket.destroy(), "network"],
  ])("are not had where the team answers with %s: it is no 403", async (_, listener, reason) => {
    current.team.answer(listener);
    await unavailable(goodAt(NOW));
    expect(current.lines).toEqual([["error", "access keys", expect.objectContaining({ reason })]]);
    expect(current.team.paths).toEqual(["/cdn-cgi/access/certs"]);
    // The status is told where there is one.
    const answered = reason !== "network";
    expect(current.lines).toEqual([[expect.anything(), expect.anything(), statusIn(answered)]]);
  });

  test("are had in an answer of up to 64 KiB", async () => {
    const sendRedirect = (bytes: number) =>
      current.team.answer((_, response) => response.end(JSON.stringify({ keys: [key.jwk] }).padEnd(bytes)));
    sendRedirect(64 * 1024 + 1);
    await unavailable(goodAt(NOW));
    sendRedirect(64 * 1024);
    expect(await goodAt(at(MINUTE))).toBe("ada@example.com");
  });

  test.each(["AQAB", "!!", ""])("that can't be used are not had: %j", async (n) => {
    current.team.publish({ ...key, jwk: { ...key.jwk, n } });
    await unavailable(goodAt(NOW));
  });

  test("are not had where nobody listens", async () => {
    await current.team.close();
    await unavailable(goodAt(NOW));
    current.team = await startTeam(key);
  });

  test("are not waited for without end", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const asked = Promise.withResolvers<void>();
    current.team.answer(() => asked.resolve());
    const answer = unavailable(goodAt(NOW));
    await asked.promise;
    await vi.advanceTimersByTimeAsync(3_000);
    await answer;
    expect(current.lines).toEqual([["error", "access keys", expect.objectContaining({ reason: "timeout" })]]);
  });

  test("are not asked for within 5 seconds after a failure, and then are", async () => {
    current.team.answer((_, response) => response.writeHead(500).end());
    await unavailable(goodAt(NOW));
    current.team.publish(key);
    await unavailable(goodAt(at(4_999)));
    expect(current.team.paths).toHaveLength(1);
    expect(await goodAt(at(5_000))).toBe("ada@example.com");
  });

  test("that are known stay good while the team can't be reached, for their ten minutes", async () => {
    expect(await goodAt(NOW)).toBe("ada@example.com");
    current.team.answer((_, response) => response.writeHead(500).end());
    await unavailable(goodAt(at(MINUTE), other));
    expect(await goodAt(at(MINUTE))).toBe("ada@example.com");
    await unavailable(goodAt(at(10 * MINUTE)));
  });
});
