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

/** A form about a `T`. GET opens its page, POST to the same path sends it. */
export interface FormScreen<T, V extends FormValues = FormValues> {
  /** The fields that can show a problem. */
  fields?: readonly string[];
  /** Loads what the page shows. Throws if the person may not use the form, or if there is nothing to change. */
  load(c: DashboardContext): T | Promise<T>;
  /** The values of the fields when the form is opened. */
  initial?(loaded: T): Record<string, string> | [string, string][];
  page(c: DashboardContext, loaded: T, values: FormValues, problems: FormProblems): Markup | Promise<Markup>;
  /**
   * Does what the form requests, and usually redirects to a page. After an error that the person can fix, the page is
   * shown again. `load` loads at most once for each request.
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

/** The handler of a sent form. */
export const takeForm =
  <T>(screen: FormScreen<T>) =>
  async (c: DashboardContext): Promise<Response> =>
    take(c, screen, await readForm(c));

/** The handler of a form with a file of up to `maxBytes`. */
export const takeUpload =
  <T>(screen: FormScreen<T, UploadedValues>, maxBytes: number) =>
  async (c: DashboardContext): Promise<Response> =>
    take(c, screen, await readUpload(c, maxBytes));

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
