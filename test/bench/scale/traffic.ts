/** Traffic to be computed for: what of it decides messages, rows, room and dollars. */
export interface ScaleTraffic {
  links: number;
  /** Links that are visited, each on every day. */
  visited: number;
  /** Visits a month of 30 days. */
  visits: number;
  /** Visits in a message of an isolate, and links that they are of. */
  perMessage: number;
  linksPerMessage: number;
  /** QR codes of a visited link by which people come on a day. */
  codes: number;
  /** Projects with each of the retailers that their links lead to, of visited links. */
  projects: number;
  /** The share of redirects that an isolate answers from memory. */
  inMemory: number;
  /** How long visits are kept, in years. */
  years: number;
  /** How many kinds of visits a visited link has on a day: a row of docs/capacity.md. */
  kinds: keyof typeof LINK_BYTES;
}

/** As wrangler.toml sets the consumer of the queue. */
const BATCH = { messages: 50, seconds: 5 };
export const DAYS_OF_MONTH = 30;
/** Rows of one step of the job "keep visits". */
const STEP = { ranked: 2_000, packed: 500 };
const SECONDS_OF_MONTH = DAYS_OF_MONTH * 86_400;

/** What a visited link takes, in bytes: days and short rankings, and each year. Measured by test/bench/capacity.ts. */
export const LINK_BYTES = {
  modest: { days: 30_400, year: 8_500 },
  middle: { days: 87_000, year: 13_800 },
  busy: { days: 923_000, year: 52_100 },
};
/** A link with its QR code and the entry of its create, and the id of a message. */
const BYTES = { link: 1_570, message: 40 };

/** How many things are written: what `rowsOf` makes rows of. */
export interface Writes {
  messages: number;
  /** Rows of visit_days, of links and of projects, that batches add to. */
  dayAdds: number;
  /** Links and projects, as ranked and kept on one day, and the QR codes by which people come to these links. */
  links: number;
  projects: number;
  codes: number;
  days: number;
  /** Blocks of days in rankings that begin in these days. */
  blocks: { 1: number; 8: number; 64: number };
  /** Links that are ranked for the first time. */
  newLinks: number;
  /** Rows of visit_months that begin, and end, in these days. */
  months: number;
  /** Steps of the job "keep visits" that note how far they came, in rankings and in packing months. */
  steps: { ranking: number; packing: number };
}

/** How many of `among` are drawn at least once by so many draws. */
const drawn = (among: number, draws: number): number => among * (1 - (1 - 1 / among) ** draws);

/** Messages of a batch: those of the wait, up to a full batch. */
export const batchOf = (messages: number): number =>
  Math.min(BATCH.messages, Math.max(1, (messages / SECONDS_OF_MONTH) * BATCH.seconds));

/** What a month of this traffic writes. */
export function writesOf(traffic: ScaleTraffic): Writes {
  const { visited, visits, perMessage, linksPerMessage, codes, projects } = traffic;
  const messages = visits / perMessage;
  const batch = batchOf(messages);
  const links = batch * linksPerMessage;
  const days = DAYS_OF_MONTH;
  const months = visited + projects;
  return {
    messages,
    dayAdds: (messages / batch) * (drawn(visited, links) + drawn(projects, links)),
    links: visited,
    projects,
    codes: visited * codes,
    days,
    blocks: { 1: days, 8: days / 8, 64: days / 64 },
    newLinks: 0,
    months,
    steps: {
      // To the day, through its rows, and to its end.
      ranking: days * (2 + Math.floor((visited + projects) / STEP.ranked)),
      packing: Math.ceil(months / STEP.packed),
    },
  };
}

/** What the database holds once all years are there, in bytes. */
export function bytesOf({
  links,
  visited,
  visits,
  perMessage,
  projects,
  years,
  kinds,
}: ScaleTraffic): number {
  const { days, year } = LINK_BYTES[kinds];
  const messagesOfTwoDays = (visits / perMessage / DAYS_OF_MONTH) * 2;
  return (
    links * BYTES.link + (visited + projects) * (days + years * year) + messagesOfTwoDays * BYTES.message
  );
}
