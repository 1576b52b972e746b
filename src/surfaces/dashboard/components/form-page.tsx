import type { Child } from "hono/jsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { type FormScreen, formScreen, type SentForm } from "../layout/form-screen.ts";
import {
  type Fields,
  type FieldsOf,
  type FormProblems,
  type FormValues,
  fieldsOf,
  isUntouched,
} from "../layout/forms.ts";
import { type PageProps, Screen } from "../layout/layout.tsx";
import type { ScreenName } from "../layout/navigation.ts";
import { Actions, Button, type Emphasis, Form, LinkButton } from "./actions.tsx";
import { Done } from "./notice.tsx";

/** What the fields of a form show. */
export interface FormState {
  values: FormValues;
  problems: FormProblems;
  field: ReturnType<typeof fieldsOf>;
  /** Whether nothing was sent yet: then the first field gets the focus. */
  isNew: boolean;
}

/** A part of a screen that may depend on what it is about. */
type PartOf<T, Part> = Part | ((loaded: T, c: DashboardContext) => Part);

/** A screen with one form, described by its parts. GET shows it, and POST to the same path saves it. */
export interface FormPage<T, F extends Fields>
  extends Pick<PageProps, "scripts" | "styles">,
    Omit<FormScreen<T, F>, "page" | "save"> {
  tab: PartOf<T, ScreenName | null>;
  title: PartOf<T, string>;
  /** The heading if it differs from the title, such as a name with its own text direction. */
  heading?: (loaded: T) => Child;
  /** Above the form: what it does. */
  intro?: (loaded: T, c: DashboardContext) => Child;
  content?: (form: FormState, loaded: T, c: DashboardContext) => Child;
  /** The label of the button that saves; null if there is nothing to save. */
  button: PartOf<T, string | null>;
  emphasis?: Emphasis;
  /** The path of the link back, below the organization's base path, and its label if it is not "Cancel". */
  back: PartOf<T, string>;
  backLabel?: string;
  /** Where the form is sent, by default to the path of the page. */
  action?: (loaded: T, c: DashboardContext) => string;
  /** The messages of `?done=` above the form. */
  messages?: Readonly<Record<string, string>>;
  /** Beside the title, before the form, beside it and after it. */
  actions?: (loaded: T, c: DashboardContext) => Child;
  before?: (loaded: T, c: DashboardContext) => Child;
  beside?: (form: FormState, loaded: T, c: DashboardContext) => Child;
  after?: (loaded: T, c: DashboardContext) => Child;
  /** Saves, and returns the path to redirect to, below the organization's base path, or a response of its own. */
  save(c: DashboardContext, input: FieldsOf<F>, form: SentForm<T>): Promise<string | Response>;
}

/** The handler of a described form. */
export const formPage = <T, F extends Fields = Record<never, never>>({ save, ...page }: FormPage<T, F>) =>
  formScreen<T, F>({
    ...page,
    page(c, loaded, values, problems) {
      const { workspace } = c.var;
      const of = <Part extends string | null>(part: PartOf<T, Part>): Part =>
        typeof part === "function" ? part(loaded, c) : part;
      const form = { values, problems, field: fieldsOf(values, problems), isNew: isUntouched(problems) };
      const title = of(page.title);
      const button = of(page.button);
      const sheet = (
        <div class={page.beside ? "sheet" : "sheet narrow"}>
          {page.intro?.(loaded, c)}
          <Form
            action={page.action?.(loaded, c) ?? c.req.path}
            problem={problems.form}
            upload={page.upload !== undefined}
          >
            {page.content?.(form, loaded, c)}
            <Actions>
              {button !== null && <Button emphasis={page.emphasis ?? "primary"}>{button}</Button>}
              <LinkButton href={`${workspace.base}${of(page.back)}`}>{page.backLabel ?? "Cancel"}</LinkButton>
            </Actions>
          </Form>
        </div>
      );
      return (
        <Screen
          workspace={workspace}
          tab={of(page.tab)}
          title={title}
          heading={page.heading?.(loaded) ?? title}
          scripts={page.scripts ?? []}
          styles={page.styles ?? []}
          actions={page.actions?.(loaded, c)}
        >
          {page.messages && <Done c={c} messages={page.messages} />}
          {page.before?.(loaded, c)}
          {page.beside ? (
            <div class="with-phone">
              {sheet}
              {page.beside(form, loaded, c)}
            </div>
          ) : (
            sheet
          )}
          {page.after?.(loaded, c)}
        </Screen>
      );
    },
    async save(c, input, form) {
      const result = await save(c, input, form);
      return typeof result === "string" ? seeOther(`${c.var.workspace.base}${result}`) : result;
    },
  });
