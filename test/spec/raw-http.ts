import { type IncomingMessage, type RequestOptions, request } from "node:http";
import type { Answer } from "../requests.ts";

/**
 * Sends `chunks` as the body, as fast as the connection accepts them, until the response arrives. It works below `fetch`,
 * which can send neither an empty header nor an endless body. Rejects if the connection ends without a response.
 */
export function sendRaw(url: URL, options: RequestOptions, chunks: Iterable<Uint8Array>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let answered = false;
    const outgoing = request(url.href, { method: "POST", agent: false, ...options }, (response) => {
      answered = true;
      read(response)
        .then(resolve, reject)
        .finally(() => outgoing.destroy());
    });
    // The server may close the connection right after its response.
    outgoing.on("error", (error) => {
      if (!answered) reject(error);
      answered = true;
    });
    const iterator = chunks[Symbol.iterator]();
    const next = () => {
      while (!answered) {
        const { done, value } = iterator.next();
        if (done) return outgoing.end();
        if (!outgoing.write(value)) return outgoing.once("drain", next);
      }
    };
    next();
  });
}

async function read(response: IncomingMessage): Promise<Answer> {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  const headers = new Headers(
    Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const json = headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : undefined;
  return { status: response.statusCode ?? 0, headers, text, json };
}
