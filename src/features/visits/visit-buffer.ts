import type { WaitUntil } from "../../ground/platform/background.ts";
import { pause, within } from "../../ground/platform/deadlines.ts";
import { knownUserAgent } from "../../ground/platform/known-user-agents.ts";
import type { Log } from "../../ground/platform/log.ts";
import { addressOf } from "../../ground/platform/rate-limit.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";
import type { Visit } from "../short-links/visit.ts";
import type { VisitRecord } from "../short-links/visitor.ts";
import { nextMessage } from "./message-sender.ts";
import { type FindEntries, VisitAggregate } from "./visit-aggregate.ts";
import type { VisitCounts, VisitMessage } from "./visit-counts.ts";
import { visitorEntries } from "./visitor-hash.ts";
import { visitorKey } from "./visitor-keys.ts";

/** A batch is sent at this age, in milliseconds, which doubles while an isolate is busy, or at this number of distinct counts. */
const WINDOW_MS = { quiet: 1_000, most: 10_000 };
const BATCH_COUNTS = 100;
/** Or at this number of different visitors, which take 8 bytes each: at most a quarter of what the queue charges for once. */
const BATCH_VISITORS = 2_000;
/** More visits than this in a second make an isolate busy. */
const BUSY_VISITS = 20;
/** At so many times its window, the request that should have sent the batch has ended without doing so. */
const ORPHANED = 2;
/**
 * When a request retries a message that the queue rejected, in milliseconds, in case no further visit takes it along.
 * The longest window, both sends and this stay below the limit of 30 s for work after a response.
 */
const AGAIN_MS = 5_000;
/** Messages buffered for a retry while the queue is down: at most 10,000 counts and 200,000 visitors, each about 1.5 MB. */
const MAX_UNSENT = 100;

/** The work of a request after its response. Never rejects. */
export type VisitWork = (ports: VisitPorts) => Promise<void>;

export interface VisitPorts {
  /** May reject; must not hang. */
  send(message: VisitMessage): Promise<unknown>;
  wait(milliseconds: number): Promise<unknown>;
  name(now: number): Pick<VisitMessage, "sender" | "number">;
  /** Must neither reject nor hang. */
  findEntries: FindEntries;
  /** Reports the error of a failed send, and the message that was dropped because too many are unsent. */
  report(failure: { cause: unknown; lost: VisitMessage | undefined }): void;
}

/** Visits of one isolate that go into one message. */
class Batch {
  /** The time of the first visit, in milliseconds since 1970. */
  readonly since: number;
  /** How long it waits for more visits, in milliseconds. */
  readonly window: number;
  /** The number of its visits. */
  visits = 0;
  readonly #sum = new VisitAggregate();
  /** Visits whose user agent this isolate has not parsed recently. It is parsed after the responses. */
  readonly #unread: { visit: VisitRecord; address: string }[] = [];

  constructor(since: number, window: number) {
    this.since = since;
    this.window = window;
  }

  /** The window of a batch that begins at `time` after this one. */
  windowAfter(time: number): number {
    const age = time - this.since;
    const isBusy =
      age <= this.window + WINDOW_MS.quiet && this.visits * 1_000 > BUSY_VISITS * Math.max(age, 1_000);
    return isBusy ? Math.min(2 * this.window, WINDOW_MS.most) : WINDOW_MS.quiet;
  }

  add(visit: VisitRecord, address: string): void {
    this.visits++;
    const userAgent = knownUserAgent(visit.userAgent);
    if (userAgent) this.#sum.add(visit, address, userAgent);
    else this.#unread.push({ visit, address });
  }

  /** Whether the message has as many counts or visitors as it may have. */
  get isFull(): boolean {
    return this.#sum.size + this.#unread.length >= BATCH_COUNTS || this.#sum.visitors >= BATCH_VISITORS;
  }

  async counts(findEntries: FindEntries): Promise<VisitCounts> {
    if (this.#unread.length > 0) {
      const { readUserAgent } = await import("../../ground/platform/user-agent.ts");
      for (const { visit, address } of this.#unread)
        this.#sum.add(visit, address, readUserAgent(visit.userAgent));
    }
    await this.#sum.addEntries(findEntries);
    return this.#sum.counts();
  }
}

/**
 * Buffers the visits of one isolate for a second, up to ten while it is busy, or up to 100 distinct counts, and sends each batch
 * as one message.
 * Requests share only visits: each waits for its own timer and its own send, as the platform requires.
 */
export class VisitBuffer {
  #batch: Batch | undefined;
  #last: Batch | undefined;
  readonly #unsent: VisitMessage[] = [];

  /** Counts a visit from a client IP, and returns the work that its request has to do after the response, if any. */
  add(visit: VisitRecord, address: string): VisitWork | undefined {
    const earlier = this.#batch;
    const batch = earlier ?? new Batch(visit.time, this.#last?.windowAfter(visit.time) ?? WINDOW_MS.quiet);
    batch.add(visit, address);
    this.#last = batch;
    if (batch.isFull || visit.time - batch.since >= ORPHANED * batch.window) {
      this.#batch = undefined;
      return (ports) => this.#send(batch, ports);
    }
    if (earlier) return undefined;
    this.#batch = batch;
    return (ports) => this.#sendLater(batch, ports);
  }

  async #sendLater(batch: Batch, ports: VisitPorts): Promise<void> {
    await ports.wait(batch.window);
    // The batch may have been filled and sent since.
    if (this.#batch !== batch) return;
    this.#batch = undefined;
    await this.#send(batch, ports);
  }

  async #send(batch: Batch, ports: VisitPorts): Promise<void> {
    // The response goes out first.
    await ports.wait(0);
    const message = {
      ...ports.name(batch.since),
      since: batch.since,
      ...(await batch.counts(ports.findEntries)),
    };
    if (await this.#deliver(message, ports)) return;
    await ports.wait(AGAIN_MS);
    const waiting = this.#unsent.shift();
    if (waiting) await this.#deliver(waiting, ports);
  }

  /**
   * Sends a message, and after a success all unsent messages. Each keeps its number, because the queue may have stored it
   * nevertheless.
   */
  async #deliver(message: VisitMessage, ports: VisitPorts): Promise<boolean> {
    let next: VisitMessage | undefined = message;
    try {
      for (; next; next = this.#unsent.shift()) await ports.send(next);
      return true;
    } catch (cause) {
      if (next) this.#unsent.push(next);
      const lost = this.#unsent.length > MAX_UNSENT ? this.#unsent.shift() : undefined;
      ports.report({ cause, lost });
      return false;
    }
  }
}

/** State of this isolate. */
const visitBuffer = new VisitBuffer();

interface Bindings {
  VISITS: Queue<VisitMessage>;
  LINKS: KVNamespace;
  DB: D1Database;
}

/** Counts a visit after the response. Never throws, and returns immediately. */
export function countVisit(
  visit: VisitRecord,
  request: Visit["request"],
  bindings: Bindings,
  waitUntil: WaitUntil,
  log: Log,
): void {
  try {
    const work = visitBuffer.add(visit, addressOf(request));
    if (work) waitUntil(work(portsOf(bindings, log)));
  } catch (cause) {
    log("error", "count visits", { cause });
  }
}

const portsOf = ({ VISITS, LINKS, DB }: Bindings, log: Log): VisitPorts => ({
  send: (message) => within(SERVICE_DEADLINES.queueSend, VISITS.send(message)),
  wait: pause,
  name: nextMessage,
  async findEntries(link, day, visitors) {
    try {
      const key = await visitorKey(day, { visitorKeys: LINKS, db: DB }, Date.now());
      return key ? await visitorEntries(key, link, visitors) : undefined;
    } catch (cause) {
      log("error", "count visitors", { cause });
      return undefined;
    }
  },
  report({ cause, lost }) {
    // Without the visitors' entries.
    const counts = lost?.counts.map((count) => count.slice(0, 7));
    log("error", "count visits", { cause, lost: counts });
  },
});
