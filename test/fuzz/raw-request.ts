import { Agent, type IncomingHttpHeaders, request } from "node:http";

/** A request as sent: neither its path nor its headers are normalized. */
export interface RawRequest {
  method?: string;
  /** With its query. Any character of Latin-1 but blanks and control characters. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | undefined;
}

/** The response. */
export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

/** Sends requests to the service at `url`, without the normalization of other clients: `//`, `/.`, any Host. */
export function rawRequests(url: URL) {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  const ask = ({ method = "GET", path, headers = {}, body }: RawRequest): Promise<RawResponse> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = url;
      // Without its length, Node.js sends the body of a DELETE like the next request.
      const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
      const sent = { ...headers, ...length };
      const outgoing = request({ hostname, port, agent, method, path, headers: sent }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const { statusCode: status = 0, headers: received } = response;
          resolve({ status, headers: received, bytes, text: bytes.toString("utf8") });
        });
      });
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  return { ask, close: () => agent.destroy() };
}
