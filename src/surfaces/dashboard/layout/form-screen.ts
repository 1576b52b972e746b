import { type IdempotentWrite, idempotencyRequest } from "../../../features/writes/claim.ts";
import { type ErrorCode, ServiceError } from "../../../ground/core/errors.ts";
import { ERROR_STATUS, errorHeaders } from "../../../ground/platform/error-status.ts";
import { type Markup, pageResponse } from "./answers.ts";
import type { DashboardContext } from "./context.ts";
import {
  type Fields,
  type FieldsOf,
  type FormProblems,
  type FormValues,
  fieldReader,
  formValues,
  NO_PROBLEMS,
  readForm,
  type SentValues,
} from "./forms.ts";

/** The hidden field with the idempotency key. */
export const IDEMPOTENCY_FIELD = "idempotency-key";

/** The methods of a form's path: GET opens its page, and POST sends it. */
export const FORM = ["GET", "POST"];

/** A sent form. */
export interface SentForm<T> extends SentValues {
  /** What the page shows, loaded at most once for each request. */
  load(): Promise<T>;
  /** The form as an idempotent write. A repeat gets the `receipt`, which must not contain a secret. */
  write<Made>(receipt: (made: Made) => string): Promise<IdempotentWrite<Made>>;
}

/** A form about a `T` with fields `F`. */
export interface FormScreen<T, F extends Fields> {
  /** Loads what the page shows. Throws if the person may not use the form, or if there is nothing to change. */
  load(c: DashboardContext): T | Promise<T>;
  fields?: F;
  /** The fields that its page always sends. Without one, the form acts on nothing: a missing field never means "all". */
  required?: readonly string[];
  /** The names of the fields that can show a problem, if these are not all fields. */
  marked?: readonly string[];
  /** The largest file of a form with a file, in bytes. */
  upload?: number;
  /** The values of the fields when the form is opened. */
  initial?(loaded: T): Record<string, string> | [string, string][];
  page(c: DashboardContext, loaded: T, values: FormValues, problems: FormProblems): Markup | Promise<Markup>;
  /**
   * Does what the form requests, and usually redirects to a page. After an error that the person can fix, the page is
   * shown again.
   */
  save(c: DashboardContext, input: FieldsOf<F>, form: SentForm<T>): Promise<Response>;
}

/** The handler that opens a form (GET), and that of a sent form (POST). */
export function formScreen<T, F extends Fields = Record<never, never>>(screen: FormScreen<T, F>) {
  const fields = screen.fields ?? ({} as F); // without fields, F is empty
  const read = fieldReader(fields);
  return async (c: DashboardContext): Promise<Response> => {
    let loading: Promise<T> | undefined;
    const load = (): Promise<T> => {
      loading ??= (async () => screen.load(c))();
      return loading;
    };
    if (c.req.method !== "POST") {
      const loaded = await load();
      const values = formValues(new URLSearchParams(screen.initial?.(loaded)));
      return pageResponse(await screen.page(c, loaded, values, NO_PROBLEMS));
    }
    const values = await readForm(c, screen.upload);
    requireFields(values, screen.required ?? []);
    return submit(
      c,
      screen.marked ?? Object.keys(fields),
      () =>
        screen.save(c, read(values.entries), {
          ...values,
          load,
          write: (receipt) => idempotentForm(c, values, receipt),
        }),
      async (problems) => screen.page(c, await load(), values, problems),
    );
  };
}

/** The form as an idempotent write. A repeat gets the `receipt`, which must not contain a secret. */
export const idempotentForm = <Made>(
  c: DashboardContext,
  values: FormValues,
  receipt: (made: Made) => string,
): Promise<IdempotentWrite<Made>> => idempotentPart(c, values, "", [...values.entries], receipt);

/**
 * One of several separate writes of a form, named `part`: it happens once, whatever else the form contains when it is sent
 * again. `content` is what the part does.
 */
export async function idempotentPart<Made>(
  c: DashboardContext,
  values: FormValues,
  part: string,
  content: unknown,
  receipt: (made: Made) => string,
): Promise<IdempotentWrite<Made>> {
  const key = values.text(IDEMPOTENCY_FIELD);
  if (!/^[\w-]{8,64}$/.test(key)) throw incompleteForm();
  const { organizationId } = c.var.workspace;
  const path = part === "" ? c.req.path : `${c.req.path}#${part}`;
  return { ...(await idempotencyRequest(organizationId, c.req.method, path, key, content)), receipt };
}

/** Throws `malformed_request` for a form without one of these fields. */
export function requireFields({ entries }: FormValues, names: readonly string[]): void {
  if (names.some((name) => !entries.has(name))) throw incompleteForm();
}

/** The error for a form that no page of ours sends. */
export const incompleteForm = () =>
  new ServiceError("malformed_request", "The form is incomplete. Open it again.");

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
 * Runs a sent form, or, after an error that the person can fix, shows the form `again` with the problems of these `fields`.
 * Throws every other error.
 */
export async function submit(
  c: DashboardContext,
  fields: readonly string[],
  run: () => Promise<Response>,
  again: (problems: FormProblems) => Markup | Promise<Markup>,
): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ServiceError) || !FIXABLE.includes(error.code)) throw error;
    // For the log line of the request: the page does not show the cause.
    if (error.code === "service_unavailable") c.error = error;
    const page = await again(problemsOf(error, fields));
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
export const sentence = (message: string): string => {
  const text = message.replace(/^is /, "This is ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
};
