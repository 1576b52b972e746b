import { newId } from "../../ground/core/ids.ts";
import type { VisitMessage } from "./visit-counts.ts";

/** An isolate takes another name after an hour, so that the age of a name tells whether its messages can still come. */
const NAMED_MS = 3_600_000;

/** State of this isolate: its name, since when it has it, and the number of its next message. */
let current = { sender: "", since: Number.NEGATIVE_INFINITY, next: 0 };

/** What the next message of this isolate is called. `now`: in milliseconds since 1970. */
export function nextMessage(now: number): Pick<VisitMessage, "sender" | "number"> {
  if (now - current.since >= NAMED_MS) current = { sender: newId("vis", new Date(now)), since: now, next: 0 };
  return { sender: current.sender, number: current.next++ };
}
