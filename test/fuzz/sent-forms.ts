import fc from "fast-check";
import type { PageResponse } from "../dashboard/dashboard.ts";
import type { PageForm } from "../dashboard/html-form.ts";
import { encodedHostile, hostileText } from "./pages.ts";

/** A form as it is sent. Names and values are percent-encoded, so that invalid encodings are possible. */
export interface SentForm {
  address: string;
  entries: readonly (readonly [string, string])[];
  /** Null for a form without a file. */
  file: { field: string; name: string; bytes: Uint8Array<ArrayBuffer> } | null;
}

type Entries = SentForm["entries"];

/** Changes of a field: `at` chooses a field. */
type Change =
  | { kind: "put" | "repeat" | "renumber"; at: number; value: string }
  | { kind: "leave out"; at: number }
  | { kind: "other"; at: number }
  | { kind: "add"; name: string; value: string };

const CHANGE: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("put"), at: fc.nat(), value: encodedHostile }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("other"), at: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom("repeat", "renumber"),
      at: fc.nat(),
      value: fc.oneof(fc.constantFrom("1", "-1", "1e9", "99999999999", "01"), encodedHostile),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("leave out"), at: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("add"),
      name: fc.oneof(fc.constantFrom("__proto__", "step", "action", "organizationId", "id"), encodedHostile),
      value: encodedHostile,
    }),
  },
);

const pairOf = ([name, value]: readonly [string, string]): [string, string] => [
  encodeURIComponent(name),
  encodeURIComponent(value.toWellFormed()),
];

/** `others` are values that the form's controls could send as well. */
function withChange(entries: Entries, others: Entries, change: Change): Entries {
  if (change.kind === "add") return [...entries, [change.name, change.value]];
  if (change.kind === "other") {
    const other = others[change.at % Math.max(1, others.length)];
    return other ? [...entries.filter(([name]) => name !== other[0]), other] : entries;
  }
  const place = change.at % Math.max(1, entries.length);
  const [name, value] = entries[place] ?? ["", ""];
  if (change.kind === "leave out" || entries.length === 0) return entries.toSpliced(place, 1);
  const { kind, value: put } = change;
  if (kind === "put") return entries.with(place, [name, put]);
  if (kind === "repeat") return [...entries, [name, put]];
  return entries.with(place, [name.replace(/%5B\d+%5D/, `%5B${put}%5D`), value]);
}

const HEADER = "name,retailer,intent,customUrl\r\n";
/** The beginnings of files of links and pictures, and of other files. */
const beginnings = fc.constantFrom(
  "",
  HEADER,
  `\xef\xbb\xbf${HEADER}`,
  `${HEADER}Link,custom,custom_url,https://example.com/1\r\n`,
  `${HEADER}"Link,custom,custom_url,`,
  "name,name,name\r\n",
  "\xff\xfe\0n\0a",
  ",".repeat(2_000),
  `${HEADER}${"\n".repeat(3_000)}`,
  "\x89PNG\r\n\x1a\n",
  "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x08\x06\0\0\0",
  "\xff\xd8\xff\xe0",
  "RIFF\x10\0\0\0WEBPVP8 ",
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">',
  "<svg onload='alert(1)'/>",
  "PK\x03\x04",
);
const fileBytes = fc
  .tuple(
    beginnings,
    fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      hostileText.map((text) => Buffer.from(text)),
    ),
  )
  .map(([begin, rest]) => new Uint8Array([...Buffer.from(begin, "latin1"), ...rest]));

/** A form as a person may send it: as on its page, or with changes. */
export function sentForms(form: PageForm, address: string): fc.Arbitrary<SentForm> {
  const [field] = form.files;
  const buttons = form.buttons.filter(({ method }) => method !== "get");
  return fc
    .record({
      button: fc.nat(),
      changes: fc.array(CHANGE, { maxLength: 3 }),
      name: fc.oneof(fc.constantFrom("a.csv", "a.svg"), hostileText),
      bytes: fileBytes,
    })
    .map(({ button, changes, name, bytes }) => {
      const pressed = buttons[button % Math.max(1, buttons.length)]?.entry ?? null;
      const opened = [...form.entries, ...(pressed ? [pressed] : [])].map(pairOf);
      const others = [...form.others, ...buttons.flatMap(({ entry }) => (entry ? [entry] : []))].map(pairOf);
      const entries = changes.reduce((made: Entries, change) => withChange(made, others, change), opened);
      return { address, entries, file: form.isUpload && field !== undefined ? { field, name, bytes } : null };
    });
}

/** The decoded text of a part of a form; the part itself if its encoding is invalid. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Sends it from a page of the dashboard at `origin`, with the headers of `identity`. */
export async function sendForm(
  origin: string,
  identity: Readonly<Record<string, string>>,
  { address, entries, file }: SentForm,
): Promise<PageResponse> {
  const body = file ? new FormData() : entries.map((pair) => pair.join("=")).join("&");
  if (file && typeof body !== "string") {
    for (const [name, value] of entries) body.append(decoded(name), decoded(value));
    body.append(file.field, new Blob([file.bytes]), file.name);
  }
  const response = await fetch(origin + address, {
    method: "POST",
    body,
    redirect: "manual",
    headers: {
      ...identity,
      Accept: "text/html",
      Origin: origin,
      ...(typeof body === "string" && { "Content-Type": "application/x-www-form-urlencoded" }),
    },
  });
  const { status, headers } = response;
  return { status, headers, text: await response.text(), location: headers.get("Location") };
}
