import type { Survivor } from "./survivor.ts";

const TEXT_OF_NULL =
  "A pattern is asked of the word null otherwise, which it does not fit; TypeScript wants the question.";

const NO_MEMBERS =
  "What is no object has none of the members that are asked for next, and what null throws is caught: the entry counts as none.";

/** Mutants of src/short-links that change nothing that anybody could see. */
export const OF_SHORT_LINKS: readonly Survivor[] = [
  {
    file: "src/short-links/visitor.ts",
    operator: "drop the left of &&",
    code: "purpose !== null &&",
    why: TEXT_OF_NULL,
  },
  {
    file: "src/short-links/visitor.ts",
    operator: "condition false",
    code: "referrer === null",
    why: TEXT_OF_NULL,
  },
  {
    file: "src/short-links/remembered-shop.ts",
    operator: "condition false",
    code: "cookies === null",
    why: TEXT_OF_NULL,
  },
  {
    file: "src/short-links/problems.ts",
    operator: "drop the left of &&",
    code: "accept !== null && /\\bapplication\\/json\\b/i.test(accept)",
    why: TEXT_OF_NULL,
  },
  {
    file: "src/short-links/problems.ts",
    operator: "drop the right of ??",
    code: 'request.headers.get("Accept") ?? ""',
    why: TEXT_OF_NULL,
  },
  {
    file: "src/short-links/preview.ts",
    operator: "drop the right of ??",
    code: 'ENTITIES[character] ?? ""',
    why: "Every character that the pattern finds has an entity; TypeScript wants the question.",
  },
  {
    file: "src/short-links/schedule.ts",
    operator: "drop the left of &&",
    code: "from !== undefined && now < from",
    why: "No time is before or after undefined; TypeScript wants the question.",
  },
  {
    file: "src/short-links/schedule.ts",
    operator: "drop the left of &&",
    code: "until !== undefined && now >= until",
    why: "No time is before or after undefined; TypeScript wants the question.",
  },
  {
    file: "src/short-links/shop-choice.ts",
    operator: "drop the left of &&",
    code: 'known !== "all" && known.some',
    why: "A shop that is everywhere is found before this is asked; TypeScript wants the question.",
  },
  {
    file: "src/short-links/sources.ts",
    operator: "condition false",
    code: "text === null",
    why: "The text null is no entry, which is null as well; TypeScript wants the question.",
  },
  {
    file: "src/short-links/target-redirect.ts",
    operator: "drop the right of ||",
    code: 'tagBy === "caller" || !destination.startsWith(MARKETPLACE)',
    why: "No other URL has a tag to be taken off: the question only saves looking for it.",
  },
  ...["condition false", "drop the right of ||", "drop the left of ||"].flatMap((operator) =>
    ["src/short-links/entry.ts", "src/short-links/schedule.ts"].map((file) => ({
      file,
      operator,
      code: 'typeof value !== "object" || value === null',
      count: file.endsWith("entry.ts") ? 2 : 1,
      why: NO_MEMBERS,
    })),
  ),
  ...["drop the right of &&", "drop the left of &&"].map((operator) => ({
    file: "src/short-links/choice.ts",
    operator,
    code: 'typeof value === "object" && value !== null',
    why: NO_MEMBERS,
  })),
  {
    file: "src/short-links/choice.ts",
    operator: "condition false",
    code: "!isObject(value)",
    count: 4,
    why: NO_MEMBERS,
  },
  ...["Array.isArray(value) && value.every", "Array.isArray(offers) && offers.length > 0"].map((code) => ({
    file: "src/short-links/choice.ts",
    operator: "drop the left of &&",
    code,
    why: "What is no list has no such method: that is caught, and the entry counts as none, too.",
  })),
  {
    file: "src/short-links/choice.ts",
    operator: "drop the left of &&",
    code: 'typeof value === "string" && words.includes(value)',
    why: "No word is equal to what is no text; TypeScript wants the question.",
  },
  {
    file: "src/short-links/choice.ts",
    operator: "drop the left of &&",
    code: "soldOut !== undefined && now - Date.parse(soldOut)",
    why: "The time of undefined is no number, and less than none; TypeScript wants the question.",
  },
  {
    file: "src/short-links/address.ts",
    operator: "condition true",
    code: 'url.includes("%")',
    why: "A URL without encodings is the same without them: the question only saves looking for them.",
  },
  {
    file: "src/short-links/address.ts",
    operator: "drop the left of &&",
    code: "query !== undefined && QR.exec(query)",
    why: "A pattern is asked of the word undefined otherwise, which it does not fit; TypeScript wants the question.",
  },
  {
    file: "src/short-links/address.ts",
    operator: "condition false",
    code: "!/[ilou]/.test(text)",
    why: "In a text without these letters none is replaced: the question only saves looking for each.",
  },
  {
    file: "src/short-links/change-store.ts",
    operator: "SQL without TRUE",
    code: "WHERE TRUE",
    count: 2,
    why: "What is true holds: SQLite needs the WHERE to tell ON CONFLICT from a join.",
  },
  ...[
    ["condition false", "host === lastOwn"],
    ["drop the statement", "lastOwn = host;"],
  ].map(([operator = "", code = ""]) => ({
    file: "src/short-links/hosts.ts",
    operator,
    code,
    why: "It only saves asking the same of the same host again.",
  })),
  {
    file: "src/short-links/memory.ts",
    operator: "true to false",
    code: "true",
    why: "What stands under an unknown address is not looked at, only that it is there.",
  },
  ...["condition true", "> to >="].map((operator) => ({
    file: "src/short-links/publish-changes.ts",
    operator,
    code: "published.length > 0",
    why: "Deleting no changes changes nothing: the question only saves a call of D1.",
  })),
  {
    file: "src/short-links/redirect.ts",
    operator: "condition false",
    code: "name === null",
    why: "An address without a name is found neither in KV nor in D1: the question only saves asking them.",
  },
  {
    file: "src/short-links/redirect.ts",
    operator: "drop the right of ??",
    code: "/^https?:\\/\\/([^/?#]+)/.exec(request.url) ?? []",
    why: "The URL of a request has a host; TypeScript wants the question.",
  },
  {
    file: "src/short-links/redirect.ts",
    operator: "condition true",
    code: "!isOwnHost(host, dependencies.ownHosts)",
    why: "An own host is the domain of no organization in D1 either: the question only saves asking.",
  },
  {
    file: "src/short-links/tap.ts",
    operator: "drop the left of &&",
    code: "known.redirect === undefined && !isUrl(offer.destination)",
    why: "A destination that was led to is a URL each time: the question only saves looking at it again.",
  },
  {
    file: "src/short-links/address.ts",
    operator: "drop the left of &&",
    code: "!shortId && (isReservedName(text)",
    why: "What has the form of a short id has no hyphen, and no reserved name has that form: the question only saves looking.",
  },
  {
    file: "src/short-links/ask-for-client.ts",
    operator: "drop the left of &&",
    code: "attempt.suspect && !memory.find(address, now)",
    why: "Only a suspect is over the limit, as `isOver` asks itself: the question only saves asking memory.",
  },
  ...["drop the right of &&", "drop the left of &&"].map((operator) => ({
    file: "src/short-links/entry.ts",
    operator,
    code: "row && entry",
    why: "There is an entry exactly where there is a row; TypeScript wants both questions.",
  })),
  {
    file: "src/short-links/kv-copy.ts",
    operator: "drop the left of &&",
    code: "first && more.length === 0",
    why: "Nobody publishes no links: there is a first one; TypeScript wants the question.",
  },
  {
    file: "src/short-links/kv-copy.ts",
    operator: "0 to 0 + 1",
    code: "0",
    after: "await pause(",
    why: "The copies are put a millisecond later, after an answer that has gone out.",
  },
  {
    file: "src/short-links/on-domain.ts",
    operator: "condition true",
    code: 'name !== ""',
    why: "KV has no copy under no name: the question only saves asking it.",
  },
  {
    file: "src/short-links/on-domain.ts",
    operator: "condition false",
    code: "project === null",
    why: "What null throws is caught, and the owner counts as unknown, too. There is no link to publish then, and null is as good as no project to all that read it.",
  },
  {
    file: "src/short-links/redirect.ts",
    operator: "drop ^",
    code: "/^https?:\\/\\/([^/?#]+)/",
    why: "The URL of a request begins with its scheme and host: the pattern fits there first in any case.",
  },
];
