import type { ActivityObject, FieldChange } from "../../../features/writes/activity.ts";
import type { ListedActivity } from "../../../features/writes/activity-list-store.ts";
import { byFields, fieldLabel } from "../labels/changes.tsx";

/** A sentence "Ana {verb} {object}{rest}", or "Ana {verb} {from} to {object}". */
export interface Sentence {
  verb: string;
  from?: string;
  rest?: string;
  /** The changes that the sentence leaves out. */
  details: readonly FieldChange[];
}

const NOTHING_MORE: Pick<Sentence, "details"> = { details: [] };

/** The noun before an object's name; empty where the name is enough. */
const NOUNS: Readonly<Record<ActivityObject, string>> = {
  link: "",
  qr_code: "the code",
  project: "",
  code_style: "",
  organization: "",
  domain: "the domain",
  api_key: "the API key",
  member: "",
  shared_report: "the report",
  webhook: "the webhook",
  export: "the export",
  day_note: "a note on",
};

const CREATED: Partial<Record<ActivityObject, string>> = {
  project: "created the project",
  link: "created the link",
  domain: "added",
  api_key: "issued",
  member: "added",
  shared_report: "shared",
  export: "started",
};

/** The fields of which a new object has one. */
const NAMING = ["name", "role", "host", "identifier", "url"];

const withNoun = (verb: string, type: ActivityObject): string => `${verb} ${NOUNS[type]}`.trim();

/** The sentence of an entry. */
export function sentenceOf({ object: { type }, changes: stored }: ListedActivity): Sentence {
  const verb = (text: string) => withNoun(text, type);
  if (stored === null) return { verb: verb("made large changes to"), ...NOTHING_MORE };
  const changes = stored.flatMap(byFields);
  // A note is added or removed as a whole.
  const [note] = type === "day_note" ? changes : [];
  if (note)
    return {
      verb: verb(note.to === undefined ? "removed" : "added"),
      rest: `: “${note.to ?? note.from}”`,
      ...NOTHING_MORE,
    };
  const found = new Map(changes.map((change) => [change.field, change]));
  const without = (...fields: string[]) => changes.filter(({ field }) => !fields.includes(field));
  const [only] = changes.length === 1 ? changes : [];
  // Links are created without changes; other objects with one of these fields.
  const first = NAMING.flatMap((field) => found.get(field) ?? [])[0];
  if (changes.length === 0 || (first && first.from === undefined))
    return creation(type, found, without(...NAMING));
  if (
    only?.field === "removed" ||
    (type === "member" && found.get("role")?.to === undefined && found.has("role"))
  )
    return { verb: verb("removed"), ...NOTHING_MORE };
  return (only && singleChange(type, only)) ?? changeOfFields(type, changes);
}

function creation(
  type: ActivityObject,
  found: ReadonlyMap<string, FieldChange>,
  details: readonly FieldChange[],
): Sentence {
  const verb = withNoun(CREATED[type] ?? "created", type);
  const given = found.get("role")?.to;
  return { verb, ...(typeof given === "string" && { rest: ` as ${given}` }), details };
}

/** The sentence of a change of one field; undefined where it needs its details. */
function singleChange(type: ActivityObject, { field, from, to }: FieldChange): Sentence | undefined {
  const simple = (text: string, rest?: string): Sentence => ({
    verb: withNoun(text, type),
    ...(rest !== undefined && { rest }),
    ...NOTHING_MORE,
  });
  switch (field) {
    case "name":
      return { verb: withNoun("renamed", type), from: String(from), ...NOTHING_MORE };
    case "status":
      return simple(to === "active" ? "switched on" : "switched off");
    case "archivedAt":
      return simple(to === undefined ? "restored" : "archived");
    case "revokedAt":
      return simple("revoked");
    case "address":
      return simple("gave a new address to");
    case "rotatedFrom":
      return simple("rotated");
    case "secretRotated":
      return simple("rotated the secret of");
    case "confirmed":
      return simple("confirmed");
    case "role":
      return simple("changed the role of", ` from ${from} to ${to}`);
    case "mail": {
      if (to === undefined) return simple("no longer sends", " by mail");
      const [cadence, people] = String(to).split(", ");
      return simple("sends", ` ${cadence} to ${people} ${people === "1" ? "person" : "people"}`);
    }
    case "tracking.tags":
      return tagged(listOf(from), listOf(to));
    default:
      return undefined;
  }
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function tagged(before: readonly string[], after: readonly string[]): Sentence | undefined {
  const words = (tags: readonly string[]) => tags.map((tag) => `#${tag}`).join(", ");
  const [added, removed] = [
    after.filter((tag) => !before.includes(tag)),
    before.filter((tag) => !after.includes(tag)),
  ];
  if (removed.length === 0) return { verb: "tagged", rest: ` with ${words(added)}`, ...NOTHING_MORE };
  return added.length === 0 ? { verb: `removed ${words(removed)} from`, ...NOTHING_MORE } : undefined;
}

/** More fields than this are counted, not named. */
const MAX_NAMED = 3;

function changeOfFields(type: ActivityObject, changes: readonly FieldChange[]): Sentence {
  const labels = [...new Set(changes.map(({ field }) => inSentence(fieldLabel(field))))];
  const [last = "", ...others] = labels.toReversed();
  const list = others.length === 0 ? last : `${others.toReversed().join(", ")} and ${last}`;
  const what = labels.length > MAX_NAMED ? `${labels.length} fields` : `the ${list}`;
  // The file name of a logo is of no use to people.
  const details = changes.filter(({ field }) => field !== "brand.logo");
  return { verb: withNoun(`changed ${what} of`, type), details };
}

/** A label within a sentence. "UTM source" keeps its capitals. */
const inSentence = (label: string): string =>
  label.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());

/** Entries that are one action, such as one on many links. */
export interface ActivityGroup {
  sentence: Sentence;
  entries: readonly [ListedActivity, ...ListedActivity[]];
}

/** Entries of one action are at most this far apart, in milliseconds. */
const MAX_PAUSE = 60_000;

/** Joins neighboring entries that are the same action by the same actor, on links or on codes. */
export function grouped(entries: readonly ListedActivity[]): ActivityGroup[] {
  const groups: { sentence: Sentence; entries: [ListedActivity, ...ListedActivity[]] }[] = [];
  for (const entry of entries) {
    const sentence = sentenceOf(entry);
    const last = groups.at(-1);
    const [before] = last?.entries.slice(-1) ?? [];
    if (last && before && isSameAction(last.sentence, before, sentence, entry)) last.entries.push(entry);
    else groups.push({ sentence, entries: [entry] });
  }
  return groups;
}

const isSameAction = (
  one: Sentence,
  before: ListedActivity,
  other: Sentence,
  entry: ListedActivity,
): boolean =>
  (entry.object.type === "link" || entry.object.type === "qr_code") &&
  entry.object.type === before.object.type &&
  entry.actor.type === before.actor.type &&
  entry.actor.id === before.actor.id &&
  one.verb === other.verb &&
  one.rest === other.rest &&
  one.from === undefined &&
  other.from === undefined &&
  Date.parse(before.at) - Date.parse(entry.at) <= MAX_PAUSE;
