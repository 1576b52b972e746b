import { redirectKey } from "../../src/features/short-links/address-key.ts";
import { newShortId } from "../../src/ground/core/ids.ts";
import { linkBody } from "../bodies.ts";
import { type Answer, get, post, type RequestOptions } from "../requests.ts";
import { type Service, startService } from "../service.ts";
import { DELAY, WAITS } from "./slow-bindings.ts";

/** What one kind of request waits for before its answer. */
export interface Waiting {
  name: string;
  /** Calls of bindings that stood one after another, rate limiters aside. */
  waits: number;
  /** The most that it may be. */
  target: number;
  /** From sending the request to the end of its answer, in milliseconds. */
  milliseconds: number;
}

/** Sends one request of each kind to the Worker, on bindings that take `delay` milliseconds longer for each call. */
export async function countWaits(delay: number): Promise<Waiting[]> {
  const service = await startService({ config: { main: "test/bench/waits.worker.ts" } });
  try {
    return await askOfEach(service, delay);
  } finally {
    await service.close();
  }
}

async function askOfEach(service: Service, delay: number): Promise<Waiting[]> {
  const measured: Waiting[] = [];
  const slowly = (options: RequestOptions): RequestOptions => ({
    ...options,
    headers: { ...options.headers, [DELAY]: String(delay) },
  });
  async function ask(
    name: string,
    target: number,
    status: number,
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    const start = performance.now();
    const answer = await send();
    const milliseconds = performance.now() - start;
    if (answer.status !== status)
      throw new Error(`${name}: ${answer.status} and not ${status}: ${answer.text}`);
    measured.push({ name, target, waits: Number(answer.headers.get(WAITS)), milliseconds });
    return answer;
  }
  let keys = 0;
  const create = (key: string) =>
    post(service, "/v1/links", linkBody(), slowly({ key, idempotencyKey: `idempotency-${++keys}` }));
  const newKey = async () => (await service.issueKey()).key;

  const key = await newKey();
  await ask("create a link, new key", 2, 201, () => create(key));
  const { id, shortId, qrCode } = (await ask("create a link, known key", 1, 201, () => create(key))).json
    .data;

  while ((await service.env.LINKS.get(redirectKey(shortId))) === null);
  const visit = () => get(service, `/${shortId}`, slowly({}));
  await ask("short link, cold", 1, 302, visit);
  await ask("short link, warm", 0, 302, visit);
  await ask("short link, unknown", 3, 404, () => get(service, `/${newShortId()}`, slowly({})));

  const other = await newKey();
  const read = () => get(service, `/v1/links/${id}`, slowly({ key: other }));
  await ask("read a link, new key", 2, 200, read);
  await ask("read a link, known key", 1, 200, read);
  const code = () =>
    post(service, `/v1/links/${id}/qr-codes`, {}, slowly({ key, idempotencyKey: "qr-code-1" }));
  await ask("add a QR code", 2, 201, code);

  const image = () => get(service, new URL(qrCode.imageUrl).pathname, slowly({}));
  await ask("image, first request", 1, 200, image);
  // It is kept after the answer.
  while ((await image()).headers.get(WAITS) !== "0");
  await ask("image, cached", 0, 200, image);
  return measured;
}
