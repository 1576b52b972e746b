/** Computed traffic: the properties that decide messages, rows, storage and dollars. */
export interface ScaleTraffic {
  links: number;
  /** Links that are visited on every day. */
  visited: number;
  /** Visits a month of 30 days. */
  visits: number;
  /** Visits in a message of an isolate, and their links. */
  perMessage: number;
  linksPerMessage: number;
  /** Projects with each of the retailers of their visited links. */
  projects: number;
  /** The share of redirects from memory. */
  inMemory: number;
  /** How long visits are stored, in years. */
  years: number;
  /** The number of kinds of visits of a visited link per day: a row of docs/capacity.md. */
  kinds: keyof typeof LINK_BYTES;
}

/** As wrangler.toml configures the consumer of the queue. */
const BATCH = { messages: 50, seconds: 5 };
export const DAYS_OF_MONTH = 30;
const SECONDS_OF_MONTH = DAYS_OF_MONTH * 86_400;

/** The size of a visited link, in bytes: its days, and each year. Measured by test/bench/capacity.ts. */
export const LINK_BYTES = {
  modest: { days: 24_200, year: 18_500 },
  middle: { days: 117_300, year: 49_800 },
  busy: { days: 1_937_000, year: 683_000 },
};
/** A link with its QR code and the entry of its create, and the id of a message. */
const BYTES = { link: 1_570, message: 40 };

/** How many things are written: what `rowsOf` makes rows of. */
export interface Writes {
  messages: number;
  /** Rows of visit_days, of links and of projects, that batches add to. */
  dayAdds: number;
  /** Links and projects, as they are kept on one day. */
  links: number;
  projects: number;
  days: number;
  /** Rows of visit_months that begin in these days. */
  months: number;
}

/** How many of `among` are drawn at least once by so many draws. */
const drawn = (among: number, draws: number): number => among * (1 - (1 - 1 / among) ** draws);

/** Messages of a batch: those of the wait, up to a full batch. */
export const batchOf = (messages: number): number =>
  Math.min(BATCH.messages, Math.max(1, (messages / SECONDS_OF_MONTH) * BATCH.seconds));

/** What a month of this traffic writes. */
export function writesOf(traffic: ScaleTraffic): Writes {
  const { visited, visits, perMessage, linksPerMessage, projects } = traffic;
  const messages = visits / perMessage;
  const batch = batchOf(messages);
  const links = batch * linksPerMessage;
  return {
    messages,
    dayAdds: (messages / batch) * (drawn(visited, links) + drawn(projects, links)),
    links: visited,
    projects,
    days: DAYS_OF_MONTH,
    months: visited + projects,
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
