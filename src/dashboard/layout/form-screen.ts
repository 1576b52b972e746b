import { type Markup, pageResponse } from "./answers.ts";
import type { DashboardContext } from "./context.ts";
import {
  type FormProblems,
  type FormValues,
  formValues,
  NO_PROBLEMS,
  readForm,
  submitValues,
} from "./forms.ts";
import { readUpload, type UploadedValues } from "./upload.ts";

/** A form and what it is about, a `T`. Its page is opened with GET, and sent with POST to the same address. */
export interface FormScreen<T, V extends FormValues = FormValues> {
  /** The fields whose problems stand beside them. */
  fields?: readonly string[];
  /** What the page shows. Throws where the person may not send the form, or there is nothing to send it for. */
  load(c: DashboardContext): T | Promise<T>;
  /** What the fields hold when the form is opened; nothing where it is absent. */
  initial?(loaded: T): Record<string, string> | [string, string][];
  page(c: DashboardContext, loaded: T, values: FormValues, problems: FormProblems): Markup | Promise<Markup>;
  /**
   * Does what the form asks for and answers, as a rule with the address of a page. What a person can mend is thrown, and
   * the page is shown again. `load` gives what the page shows; it is loaded at most once for a request.
   */
  save(c: DashboardContext, values: V, load: () => Promise<T>): Promise<Response>;
}

/** The handler that opens a form. */
export const showForm =
  <T, V extends FormValues>(screen: FormScreen<T, V>) =>
  async (c: DashboardContext): Promise<Response> => {
    const loaded = await screen.load(c);
    const values = formValues(new URLSearchParams(screen.initial?.(loaded)));
    return pageResponse(await screen.page(c, loaded, values, NO_PROBLEMS));
  };

/** The handler that takes a form that was sent. */
export const takeForm =
  <T>(screen: FormScreen<T>) =>
  async (c: DashboardContext): Promise<Response> =>
    take(c, screen, await readForm(c));

/** The handler that takes a form with a file of up to `mostBytes`. */
export const takeUpload =
  <T>(screen: FormScreen<T, UploadedValues>, mostBytes: number) =>
  async (c: DashboardContext): Promise<Response> =>
    take(c, screen, await readUpload(c, mostBytes));

function take<T, V extends FormValues>(
  c: DashboardContext,
  screen: FormScreen<T, V>,
  values: V,
): Promise<Response> {
  let loading: Promise<T> | undefined;
  const load = (): Promise<T> => {
    loading ??= (async () => screen.load(c))();
    return loading;
  };
  return submitValues(
    c,
    values,
    screen.fields ?? [],
    () => screen.save(c, values, load),
    async (_, problems) => screen.page(c, await load(), values, problems),
  );
}
