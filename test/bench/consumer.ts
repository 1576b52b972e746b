import { join } from "node:path";
import { addVisits } from "../../src/features/visits/store-visits.ts";
import type { VisitCount, VisitMessage } from "../../src/features/visits/visit-message.ts";
import { d1Limit } from "../../src/ground/platform/d1.ts";
import { countedD1 } from "../links/counted-d1.ts";
import { fillLinkId, fillLinks } from "../links/many-links.ts";
import { issueKey } from "../service.ts";
import { median } from "./statistics.ts";
import { withNewDatabase } from "./storage.ts";

/** The cost of a batch of messages of one kind of traffic. */
export interface BatchTime {
  traffic: string;
  /** Messages of a batch. */
  batch: number;
  rowsPerMessage: number;
  rowsPerVisit: number;
  /** The median over the batches, in milliseconds. */
  milliseconds: number;
}

/** Messages as from isolates: the number of counts, and of their links, which are random. */
const TRAFFIC = {
  "one visit a message, of 1,000 links": { counts: 1, links: 1_000 },
  "10 visits a message, of 1,000 links": { counts: 10, links: 1_000 },
  "100 visits a message, of 10,000 links": { counts: 100, links: 10_000 },
  "100 kinds of visits a message, of 10 links": { counts: 100, links: 10 },
} as const;

const QUARTER = "2026-11-21T10:00";

/** Message number `number`, whose visits look random and are always the same. */
function messageOf(number: number, { counts, links }: { counts: number; links: number }): VisitMessage {
  return {
    id: `vis_${String(number).padStart(9, "0")}`,
    counts: Array.from({ length: counts }, (_, index): VisitCount => {
      const drawn = (number * counts + index) * 7_919;
      const country = `${String.fromCharCode(65 + (drawn % 20))}A`;
      const device = (["phone", "tablet", "desktop"] as const)[drawn % 3] ?? "phone";
      return [fillLinkId(1 + (drawn % links)), "", QUARTER, country, device, "person", 1];
    }),
    referrers: [],
    taps: [],
  };
}

/** Stores that many messages of each kind of traffic in batches of each size. */
export async function measureBatches(
  directory: string,
  { batches, messages }: { batches: readonly number[]; messages: number },
  progress: (line: string) => void,
): Promise<BatchTime[]> {
  d1Limit.milliseconds = 600_000;
  return withNewDatabase(join(directory, "consumer"), async (db) => {
    for (const organization of ["acme", "globex"]) {
      await issueKey(db, { organization, createProjects: ["main", "shop", "rare"] });
    }
    await fillLinks(db, 10_000);
    const times: BatchTime[] = [];
    let first = 0;
    for (const [traffic, kind] of Object.entries(TRAFFIC)) {
      for (const batch of batches) {
        progress(`${traffic}: ${batch} messages a batch`);
        await db.exec("DELETE FROM visit_days");
        const counted = countedD1(db);
        const taken: number[] = [];
        for (let at = 0; at < messages; at += batch) {
          const bodies = Array.from({ length: batch }, (_, index) => messageOf(first + at + index, kind));
          const begun = performance.now();
          await addVisits(counted.db, bodies);
          taken.push(performance.now() - begun);
        }
        first += messages;
        const rows = counted.taken().written;
        times.push({
          traffic,
          batch,
          rowsPerMessage: rows / messages,
          rowsPerVisit: rows / messages / kind.counts,
          milliseconds: median(taken),
        });
      }
    }
    return times;
  });
}
