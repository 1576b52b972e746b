import { type IncomingMessage, type RequestOptions, request } from "node:http";
import type { Answer } from "../requests.ts";

/**
 * Sends `chunks` as the body, one after the other as the connection takes them, and gives the answer, which may come
 * while chunks are left: then no more are sent. This is HTTP below `fetch`, which neither sends an empty header nor
 * a body without end. Rejects where the connection ends without an answer.
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
    // The other side may close the connection as soon as it has answered.
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
