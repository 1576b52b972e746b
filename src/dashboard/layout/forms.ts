import { type ErrorCode, ServiceError } from "../../core/errors.ts";
import { type IdempotentWrite, idempotencyRequest } from "../../idempotency/claim.ts";
import { ERROR_STATUS, errorHeaders } from "../../platform/error-status.ts";
import { readBytes } from "../../platform/request-body.ts";
import { type Markup, pageResponse } from "./answers.ts";
import type { DashboardContext } from "./context.ts";

/** The name of the hidden field with the idempotency key of a form. */
export const IDEMPOTENCY_FIELD = "idempotency-key";

/** The largest form in bytes. The longest that a screen can need is a link with its lists. */
const MAX_BYTES = 4 * 1024 * 1024;

/** What a person typed into a form. */
export interface FormValues {
  /** The text of a field, without spaces around it; empty where it was not sent. */
  text(name: string): string;
  /** Every value that was sent under this name. */
  all(name: string): string[];
  /** Everything, to be shown again. */
  entries: URLSearchParams;
}

/** Values that were not sent by anybody, as for a form that is shown for the first time. */
export const formValues = (entries = new URLSearchParams()): FormValues => ({
  text: (name) => entries.get(name)?.trim() ?? "",
  all: (name) => entries.getAll(name),
  entries,
});

/** The form that a request sends. Throws `unsupported_media_type`, `payload_too_large` and `malformed_request`. */
export async function readForm({ req }: DashboardContext): Promise<FormValues> {
  const type = req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    throw new ServiceError("unsupported_media_type", "The dashboard takes forms only.");
  }
  const bytes = await readBytes(req.raw, MAX_BYTES, "The form is larger than 4 MiB.");
  return formValues(new URLSearchParams(new TextDecoder().decode(bytes)));
}

/** The form as an idempotent write. `receipt` is what a repeat gets to know; it must hold no secret. */
export const idempotentForm = <T>(
  c: DashboardContext,
  values: FormValues,
  receipt: (made: T) => string,
): Promise<IdempotentWrite<T>> => idempotentPart(c, values, "", [...values.entries], receipt);

/**
 * One of several writes of a form, `part`, which holds by itself: it is done once, whatever other parts the form has when
 * it is sent again. `content` is what the part is to do.
 */
export async function idempotentPart<T>(
  c: DashboardContext,
  values: FormValues,
  part: string,
  content: unknown,
  receipt: (made: T) => string,
): Promise<IdempotentWrite<T>> {
  const key = values.text(IDEMPOTENCY_FIELD);
  if (!/^[\w-]{8,64}$/.test(key)) {
    throw new ServiceError("malformed_request", "The form is not complete. Open it again.");
  }
  const { organizationId } = c.var.place;
  const path = part === "" ? c.req.path : `${c.req.path}#${part}`;
  return { ...(await idempotencyRequest(organizationId, c.req.method, path, key, content)), receipt };
}

/** What is wrong with a form: by field, or with the form as a whole. */
export interface FormProblems {
  fields: ReadonlyMap<string, string>;
  form?: string | undefined;
}

/** A form in which nothing is wrong. */
export const NO_PROBLEMS: FormProblems = { fields: new Map() };

/** Whether the form is shown for the first time, and its first field takes the focus. */
export const isUntouched = ({ fields, form }: FormProblems): boolean =>
  fields.size === 0 && form === undefined;

/** The errors that a person can mend in the form; every other error has a page of its own. */
const MENDABLE: readonly ErrorCode[] = [
  "validation_failed",
  "idempotency_conflict",
  "duplicate_identifier",
  "duplicate_slug",
  "key_inactive",
  "last_owner",
  "domain_in_use",
  "link_inactive",
  "precondition_failed",
  "url_not_allowed",
  "unsupported_retailer_intent",
  "project_access_denied",
  "service_unavailable",
];

/**
 * Answers a form that was sent: does what it asks for, or, where the person can mend an error, shows the form `again`
 * with what was typed and the problems of these `fields`. Throws every other error, which has a page of its own.
 */
export const submit = async (
  c: DashboardContext,
  fields: readonly string[],
  run: (values: FormValues) => Promise<Response>,
  again: (values: FormValues, problems: FormProblems) => Markup | Promise<Markup>,
): Promise<Response> => submitValues(c, await readForm(c), fields, run, again);

/** As `submit`, with the values of a form that was read already. */
export async function submitValues<V extends FormValues>(
  c: DashboardContext,
  values: V,
  fields: readonly string[],
  run: (values: V) => Promise<Response>,
  again: (values: V, problems: FormProblems) => Markup | Promise<Markup>,
): Promise<Response> {
  try {
    return await run(values);
  } catch (error) {
    if (!(error instanceof ServiceError) || !MENDABLE.includes(error.code)) throw error;
    // For the log line of the request, which tells what the page does not.
    if (error.code === "service_unavailable") c.error = error;
    const page = await again(values, problemsOf(error, fields));
    return pageResponse(page, ERROR_STATUS[error.code], errorHeaders(error));
  }
}

/** The problems of an error by these fields. A problem of an unknown field is one of the whole form. */
export function problemsOf({ details = [], message }: ServiceError, fields: readonly string[]): FormProblems {
  const known = new Map<string, string>();
  const others: string[] = [];
  for (const problem of details) {
    const name =
      fields.find((each) => problem.field === each) ??
      fields.find((each) => problem.field.startsWith(`${each}[`));
    if (name === undefined) others.push(`${problem.field}: ${problem.message}`);
    else if (!known.has(name)) known.set(name, sentence(problem.message));
  }
  if (known.size === 0 && others.length === 0) return { fields: known, form: message };
  return { fields: known, form: others.length > 0 ? others.join(" ") : undefined };
}

/** The API's "must be shorter" as it stands beside a field: "Must be shorter." */
const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
