import { createServer, type RequestListener } from "node:http";

export interface LocalServer {
  origin: string;
  close(): Promise<void>;
}

/** An HTTP server on a free port of this machine. Closing it ends hanging connections. */
export async function startServer(listener: RequestListener): Promise<LocalServer> {
  const server = createServer(listener);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("the server has no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      return closed.promise;
    },
  };
}
