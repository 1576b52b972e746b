import * as z from "zod";
import { toHex } from "../../../ground/core/digest.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import { parse } from "../../../ground/core/validation.ts";
import { readBytes } from "../../../ground/platform/request-body.ts";
import type { DashboardContext } from "./context.ts";

/** The largest form in bytes: a link with long lists. */
const MAX_BYTES = 4 * 1024 * 1024;
/** The largest size of the other fields of a form with a file, in bytes. */
const OTHER_BYTES = 64 * 1024;

/** What a person typed into a form, to show it again. */
export interface FormValues {
  /** The trimmed text of a field; empty if it was not sent. */
  text(name: string): string;
  all(name: string): string[];
  entries: URLSearchParams;
}

/** Values for a form that is shown for the first time. */
export const formValues = (entries = new URLSearchParams()): FormValues => ({
  text: (name) => entries.get(name)?.trim() ?? "",
  all: (name) => entries.getAll(name),
  entries,
});

/** A form that was sent. */
export interface SentValues extends FormValues {
  /** Its file; null if none was chosen. */
  file: { name: string; bytes: Uint8Array<ArrayBuffer> } | null;
}

/** The largest form of somebody who is not signed in: the response of a passkey. */
const MAX_STRANGERS_BYTES = 64 * 1024;

/** The form of somebody who may be anybody, which must cost little. Throws as `readForm` does. */
export const readStrangersForm = ({ req }: DashboardContext): Promise<SentValues> =>
  readFields(req, MAX_STRANGERS_BYTES, "The form is larger than 64 KiB.");

async function readFields(
  req: DashboardContext["req"],
  maxBytes: number,
  tooLarge: string,
): Promise<SentValues> {
  const [type] = (req.header("Content-Type") ?? "").split(";");
  if (type?.trim().toLowerCase() !== "application/x-www-form-urlencoded")
    throw new ServiceError("unsupported_media_type", "The dashboard accepts only forms.");
  const bytes = await readBytes(req.raw, maxBytes, tooLarge);
  return { ...formValues(new URLSearchParams(new TextDecoder().decode(bytes))), file: null };
}

/**
 * The form that a request sends; with `upload`, a form with a file of up to that many bytes (multipart/form-data, RFC 7578).
 * Throws `unsupported_media_type`, `payload_too_large` and `malformed_request`.
 */
export async function readForm({ req }: DashboardContext, upload?: number): Promise<SentValues> {
  if (upload === undefined) return readFields(req, MAX_BYTES, "The form is larger than 4 MiB.");
  const header = req.header("Content-Type") ?? "";
  if (header.split(";")[0]?.trim().toLowerCase() !== "multipart/form-data")
    throw new ServiceError("unsupported_media_type", "This form must be sent with its file.");
  const message = `The file is larger than ${upload / 1024 / 1024} MiB.`;
  return uploadIn(await readBytes(req.raw, upload + OTHER_BYTES, message), header);
}

/** `entries` contain a checksum of the file, so that forms with different files differ. */
async function uploadIn(body: Uint8Array<ArrayBuffer>, type: string): Promise<SentValues> {
  const form = await new Response(body, { headers: { "Content-Type": type } }).formData().catch(() => {
    throw new ServiceError("malformed_request", "The form is incomplete. Open it again.");
  });
  const entries = new URLSearchParams();
  let file: SentValues["file"] = null;
  for (const [name, value] of form) {
    if (typeof value === "string") entries.append(name, value);
    // Without a chosen file, browsers send an empty file without a name.
    else if (value.name !== "" || value.size > 0) {
      const bytes = new Uint8Array(await value.arrayBuffer());
      file = { name: value.name, bytes };
      entries.append(name, toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));
    }
  }
  return { ...formValues(entries), file };
}

/** The schemas of fields. Each reads all values of its name. */
export type Fields = Readonly<Record<string, z.ZodType<unknown, string[]>>>;
/** What fields read. */
export type FieldsOf<F extends Fields> = { readonly [Name in keyof F]: z.output<F[Name]> };

/** All values of a field, such as those of checked boxes. */
export const allTexts = z.array(z.string());
/** The text of a field, trimmed; empty if it was not sent. */
export const oneText = allTexts.transform(([first = ""]) => first.trim());
/** The text of a field; undefined if it is empty. */
export const optionalText = oneText.transform((text) => text || undefined);
/** The text of a field; null if it is empty. */
export const nullableText = oneText.transform((text) => text || null);
/** A number; NaN for any other text. */
export const oneNumber = oneText.transform((text) => (text === "" ? Number.NaN : Number(text)));
/** The text of a field, or all of them, which the verb validates: so all problems of the form are shown at once. */
export const textFor = <T extends string>() =>
  oneText as z.ZodType<string, string[]> as z.ZodType<T, string[]>;
export const textsFor = <T extends string>() =>
  allTexts as z.ZodType<string[], string[]> as z.ZodType<T[], string[]>;
/** One of these values; undefined for any other text. */
export const oneOf = <const V extends string>(values: readonly V[]) =>
  oneText.transform((text) => values.find((each) => each === text));
/** The end of a day in UTC; null without one. A verb checks it. */
export const endOfDay = oneText.transform((day) => (day === "" ? null : `${day}T23:59:59.999Z`));

/** A field of each of these names. */
export const fieldsNamed = <const Name extends string, Schema extends Fields[string]>(
  names: readonly Name[],
  schema: Schema,
) => Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>; // an entry for each name

/**
 * Reads the fields of a form or query; others are ignored. Throws `validation_failed` with the problems by field. Reading is
 * linear in the number of entries, whatever their names are.
 */
export function fieldReader<F extends Fields>(fields: F): (entries: URLSearchParams) => FieldsOf<F> {
  const schema = z.object(fields);
  const names = Object.keys(fields);
  return (entries) => {
    const values = new Map(names.map((name): [string, string[]] => [name, []]));
    for (const [name, value] of entries) values.get(name)?.push(value);
    return parse(schema, Object.fromEntries(values)) as FieldsOf<F>; // zod's type of an object, by its fields
  };
}

/** These parameters of a URL as they were typed, without empty ones, to show and to link to them again. */
export const typedIn = (search: URLSearchParams, names: readonly string[]): URLSearchParams =>
  new URLSearchParams(
    names.flatMap((name): [string, string][] => {
      const value = search.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );

/** The query of a request. */
export const searchOf = ({ req }: DashboardContext): URLSearchParams => new URL(req.url).searchParams;

/** Reads the fields of a request's query. */
export const queryReader = <F extends Fields>(fields: F): ((c: DashboardContext) => FieldsOf<F>) => {
  const read = fieldReader(fields);
  return (c) => read(searchOf(c));
};

const cursorQuery = queryReader({ cursor: optionalText });

/** The position in a list; undefined on its first page. */
export const cursorIn = (c: DashboardContext): string | undefined => cursorQuery(c).cursor;

/** What is wrong with the fields, or with the whole form. */
export interface FormProblems {
  fields: ReadonlyMap<string, string>;
  form?: string | undefined;
}

/** No problems. */
export const NO_PROBLEMS: FormProblems = { fields: new Map() };

/** What a field shows: its name, what was typed, and its problem. */
export const fieldsOf =
  (values: FormValues, { fields }: FormProblems) =>
  (name: string) => ({
    name,
    value: values.text(name),
    error: fields.get(name),
  });

/** Whether the form has no problems, so that its first field gets the focus. */
export const isUntouched = ({ fields, form }: FormProblems): boolean =>
  fields.size === 0 && form === undefined;

/** How many rows a page of a list shows. */
export const PAGE_SIZE = 25;
