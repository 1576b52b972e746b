import { ADD_DAYS } from "../../../src/features/visits/counter-statements.ts";
import { DayAdditions, type RowOwner } from "../../../src/features/visits/day-rows.ts";
import { idOf, run, START } from "./database.ts";

/** The traffic of a link. `kinds` is the number of kinds of visits in an hour. */
export interface Traffic {
  name: string;
  hours: number;
  kinds: number;
  countries: number;
  devices: number;
  codes: number;
  /** The number of measured links. */
  links: number;
}

export const TRAFFIC: readonly Traffic[] = [
  { name: "modest", hours: 4, kinds: 1, countries: 3, devices: 2, codes: 2, links: 100 },
  { name: "middle", hours: 12, kinds: 5, countries: 5, devices: 3, codes: 2, links: 30 },
  { name: "busy", hours: 24, kinds: 100, countries: 30, devices: 4, codes: 5, links: 10 },
];
const DEVICES = ["phone", "desktop", "tablet", "other"] as const;

let state = 1;
/** A number from 0 up to 1, the same in each run (the generator mulberry32). */
function random(): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let value = Math.imul(state ^ (state >>> 15), state | 1);
  value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
  return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
}
/** A number below `most`, lower numbers more often: most people come from few countries, with few devices. */
const skewed = (most: number): number => Math.floor(most * random() ** 2);
const letter = (index: number): string => String.fromCharCode(65 + (index % 26));
/** The day with this number. */
export const dayOf = (index: number): string =>
  new Date(START + index * 86_400_000).toISOString().slice(0, 10);
const ownerOf = (traffic: Traffic, index: number): RowOwner => ({
  organizationId: "acme",
  projectId: traffic.name,
  linkId: idOf(index),
  retailer: "bigbox_w",
});

/** A day of all links, hour by hour, as messages arrive: rows grow during the day. */
export function countDay(traffic: Traffic, day: string): void {
  for (let hour = 24 - traffic.hours; hour < 24; hour++) {
    const rows = new DayAdditions();
    for (let index = 0; index < traffic.links; index++) {
      for (let kind = 0; kind < traffic.kinds; kind++) {
        const code = skewed(traffic.codes + 1);
        const country = skewed(traffic.countries);
        rows.addVisits(ownerOf(traffic, index), {
          at: { day, hour },
          code: code === 0 ? "" : code === 1 ? "default" : `poster-${code}`,
          country: letter(country) + letter(country * 7 + 3),
          device: DEVICES[skewed(traffic.devices)] ?? "phone",
          visitor: "person",
          visits: 1 + skewed(8),
        });
      }
    }
    // In the order of messages, which is the order of no key.
    run(
      ADD_DAYS,
      // Without the project's row, which so few links would share.
      rows
        .rows()
        .filter(({ link_id }) => link_id !== "")
        .sort(() => random() - 0.5),
    );
  }
}
