import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchJson } from "../../src/ground/platform/fetch-json.ts";
import { type LocalServer, startServer } from "./local-server.ts";

let server: LocalServer;
let followed = 0;
const seenBodies: string[] = [];

beforeAll(async () => {
  server = await startServer(async (request, response) => {
    switch (request.url) {
      case "/echo": {
        let body = "";
        for await (const chunk of request) body += chunk;
        seenBodies.push(`${request.method} ${request.headers["x-test"]} ${body}`);
        return response.end('{"a":1}');
      }
      case "/error":
        return response.writeHead(429).end('{"error":"slow down"}');
      case "/html":
        return response.writeHead(502).end("<html>");
      case "/empty":
        return response.end();
      case "/bad-utf8":
        return response.end(Buffer.from([0x22, 0xff, 0x22]));
      case "/null":
        return response.end("null");
      case "/redirect":
        return response.writeHead(307, { Location: "/followed" }).end("{}");
      case "/followed":
        followed++;
        return response.end("{}");
      case "/large":
        return response.end(JSON.stringify("x".repeat(10_000_000)));
      case "/bomb":
        return response
          .writeHead(200, { "Content-Encoding": "gzip" })
          .end(gzipSync(JSON.stringify("x".repeat(10_000_000))));
      case "/reset":
        return request.socket.destroy();
      case "/cut":
        response.writeHead(200, { "Content-Length": "100" });
        return response.write('{"a"', () => request.socket.destroy());
      case "/half":
        return response.write('{"a":');
      case "/hang":
        return;
      default:
        throw new TypeError(`no case for ${request.url}`);
    }
  });
});
afterAll(() => server.close());

const limits = { limitMs: 60_000, maxBytes: 1_000_000 };
const ask = (path: string, limitMs = limits.limitMs) =>
  fetchJson(new Request(server.origin + path), { ...limits, limitMs });

describe("fetchJson", () => {
  test("sends the request unchanged and returns status and body", async () => {
    const request = new Request(`${server.origin}/echo`, {
      method: "POST",
      headers: { "X-Test": "t" },
      body: '{"b":2}',
    });
    expect(await fetchJson(request, limits)).toEqual({ ok: true, status: 200, body: { a: 1 } });
    expect(seenBodies).toEqual(['POST t {"b":2}']);
  });

  test.each([
    ["an error status with JSON", "/error", { ok: true, status: 429, body: { error: "slow down" } }],
    ["null", "/null", { ok: true, status: 200, body: null }],
    ["another body than JSON", "/html", { ok: false, reason: "not_json", status: 502 }],
    ["an empty body", "/empty", { ok: false, reason: "not_json", status: 200 }],
    ["bad UTF-8", "/bad-utf8", { ok: false, reason: "not_json", status: 200 }],
    ["10 MB", "/large", { ok: false, reason: "too_large", status: 200 }],
    ["10 MB, compressed", "/bomb", { ok: false, reason: "too_large", status: 200 }],
    ["a connection that breaks immediately", "/reset", { ok: false, reason: "network" }],
    ["a body that breaks off", "/cut", { ok: false, reason: "network", status: 200 }],
  ])("responds to %s", async (_, path, expected) => {
    expect(await ask(path)).toEqual(expected);
  });

  test("does not follow a redirect", async () => {
    expect(await ask("/redirect")).toEqual({ ok: false, reason: "redirect", status: 307 });
    expect(followed).toBe(0);
  });

  test("times out without a response and on an endless body", async () => {
    expect(await ask("/hang", 30)).toEqual({ ok: false, reason: "timeout" });
    expect(await ask("/half", 30)).toMatchObject({ ok: false, reason: "timeout" });
  });

  test("returns an error if nothing listens", async () => {
    const gone = await startServer(() => {});
    await gone.close();
    expect(await fetchJson(new Request(gone.origin), limits)).toEqual({ ok: false, reason: "network" });
  });
});
