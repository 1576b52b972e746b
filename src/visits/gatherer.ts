import type { AnsweredVisit } from "../short-links/visitor.ts";
import type { VisitMessage } from "./message.ts";
import { summarize } from "./visit.ts";

/** A batch is sent when it is this old, in milliseconds, or holds this many visits. */
const GATHERED_MS = 1_000;
const GATHERED_VISITS = 100;
/** A batch this old, in milliseconds, has lost the request that was to send it. */
const ORPHANED_MS = 2 * GATHERED_MS;
/** Messages kept for another try while the queue is down: 10,000 visits at most, in about 1.5 MB. */
const MAX_UNSENT = 100;

/** What a request has to do for the visits after its answer. Never rejects. */
export type VisitWork = (ports: VisitPorts) => Promise<void>;

export interface VisitPorts {
  /** May reject; must not hang. */
  send(message: VisitMessage): Promise<unknown>;
  wait(milliseconds: number): Promise<unknown>;
  newId(now: number): string;
  /** Hears of a message that was not sent, and of the visits that were given up for it. */
  report(failure: { cause: unknown; lost: VisitMessage | undefined }): void;
}

/**
 * Gathers the visits of one isolate, for at most a second or 100 of them, and sends each batch as one message.
 * Requests share visits only: each waits for its own timer and its own send, as the platform demands.
 */
export class VisitGatherer {
  #visits: AnsweredVisit[] = [];
  readonly #unsent: VisitMessage[] = [];

  /** Counts a visit, and says what the request that brought it has to do, if anything. */
  add(visit: AnsweredVisit): VisitWork | undefined {
    const batch = this.#visits;
    if (batch.push(visit) === 1) return (ports) => this.#sendLater(batch, ports);
    const age = visit.time - (batch[0]?.time ?? visit.time);
    if (batch.length < GATHERED_VISITS && age < ORPHANED_MS) return undefined;
    this.#visits = [];
    return (ports) => this.#send(batch, ports);
  }

  async #sendLater(batch: AnsweredVisit[], ports: VisitPorts): Promise<void> {
    await ports.wait(GATHERED_MS);
    // It may have filled up and gone meanwhile.
    if (this.#visits !== batch) return;
    this.#visits = [];
    await this.#send(batch, ports);
  }

  async #send(batch: AnsweredVisit[], ports: VisitPorts): Promise<void> {
    // The answer goes out first.
    await ports.wait(0);
    const message = { id: ports.newId(batch[0]?.time ?? 0), counts: summarize(batch) };
    let next: VisitMessage | undefined = message;
    try {
      // The queue works again: what it missed follows, each under its own id, as it may have been kept after all.
      for (; next; next = this.#unsent.shift()) await ports.send(next);
    } catch (cause) {
      if (next) this.#unsent.push(next);
      const lost = this.#unsent.length > MAX_UNSENT ? this.#unsent.shift() : undefined;
      ports.report({ cause, lost });
    }
  }
}
