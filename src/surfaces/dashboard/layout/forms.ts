import { type IdempotentWrite, idempotencyRequest } from "../../../features/idempotency/claim.ts";
import { type ErrorCode, ServiceError } from "../../../ground/core/errors.ts";
import { ERROR_STATUS, errorHeaders } from "../../../ground/platform/error-status.ts";
import { readBytes } from "../../../ground/platform/request-body.ts";
import { type Markup, pageResponse } from "./answers.ts";
import type { DashboardContext } from "./context.ts";

/** The hidden field with the idempotency key. */
export const IDEMPOTENCY_FIELD = "idempotency-key";

/** The largest form in bytes: a link with long lists. */
const MAX_BYTES = 4 * 1024 * 1024;

/** What a person typed into a form. */
export interface FormValues {
  /** The trimmed text of a field; empty if it was not sent. */
  text(name: string): string;
  /** All values of this name. */
  all(name: string): string[];
  /** Everything, to show it again. */
  entries: URLSearchParams;
}

/** Values for a form that is shown for the first time. */
export const formValues = (entries = new URLSearchParams()): FormValues => ({
  text: (name) => entries.get(name)?.trim() ?? "",
  all: (name) => entries.getAll(name),
  entries,
});

/** The form that a request sends. Throws `unsupported_media_type`, `payload_too_large` and `malformed_request`. */
export async function readForm({ req }: DashboardContext): Promise<FormValues> {
  const type = req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    throw new ServiceError("unsupported_media_type", "The dashboard accepts only forms.");
  }
  const bytes = await readBytes(req.raw, MAX_BYTES, "The form is larger than 4 MiB.");
  return formValues(new URLSearchParams(new TextDecoder().decode(bytes)));
}

/** The form as an idempotent write. A repeat gets the `receipt`, which must not contain a secret. */
export const idempotentForm = <T>(
  c: DashboardContext,
  values: FormValues,
  receipt: (made: T) => string,
): Promise<IdempotentWrite<T>> => idempotentPart(c, values, "", [...values.entries], receipt);

/**
 * One of several separate writes of a form, named `part`: it happens once, whatever else the form contains when it is sent
 * again. `content` is what the part does.
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
    throw new ServiceError("malformed_request", "The form is incomplete. Open it again.");
  }
  const { organizationId } = c.var.workspace;
  const path = part === "" ? c.req.path : `${c.req.path}#${part}`;
  return { ...(await idempotencyRequest(organizationId, c.req.method, path, key, content)), receipt };
}

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
    ...{ name, value: values.text(name), error: fields.get(name) },
  });

/** Whether the form has no problems, so that its first field gets the focus. */
export const isUntouched = ({ fields, form }: FormProblems): boolean =>
  fields.size === 0 && form === undefined;

/** The errors that a person can fix in the form. Every other error has its own page. */
const FIXABLE: readonly ErrorCode[] = [
  "validation_failed",
  "idempotency_conflict",
  "duplicate_identifier",
  "duplicate_slug",
  "duplicate_gtin",
  "domain_required",
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
 * Handles a sent form: runs it, or, after an error that the person can fix, shows the form `again` with the typed values
 * and the problems of these `fields`. Throws every other error.
 */
export const submit = async (
  c: DashboardContext,
  fields: readonly string[],
  run: (values: FormValues) => Promise<Response>,
  again: (values: FormValues, problems: FormProblems) => Markup | Promise<Markup>,
): Promise<Response> => submitValues(c, await readForm(c), fields, run, again);

/** Like `submit`, with values that were already read. */
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
    if (!(error instanceof ServiceError) || !FIXABLE.includes(error.code)) throw error;
    // For the log line of the request: the page does not show the cause.
    if (error.code === "service_unavailable") c.error = error;
    const page = await again(values, problemsOf(error, fields));
    return pageResponse(page, ERROR_STATUS[error.code], errorHeaders(error));
  }
}

/** The problems of an error by field. A problem of a field not in `fields` belongs to the whole form. */
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

/** "must be shorter" of the API as a sentence: "Must be shorter." And "is taken": "This is taken." */
const sentence = (message: string): string => {
  const text = message.replace(/^is /, "This is ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
};
