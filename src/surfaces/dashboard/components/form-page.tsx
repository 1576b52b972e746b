import type { Child } from "hono/jsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { type FormProblems, type FormValues, fieldsOf, isUntouched } from "../layout/forms.ts";
import { type PageProps, Screen } from "../layout/layout.tsx";
import type { ScreenName } from "../layout/navigation.ts";
import { Actions, Button, type Emphasis, LinkButton } from "./actions.tsx";
import { Form } from "./form.tsx";

/** What the fields of a form show. */
export interface FormState {
  values: FormValues;
  problems: FormProblems;
  /** The name, value and problem of a field. */
  field: ReturnType<typeof fieldsOf>;
  /** Whether nothing was sent yet: then the first field gets the focus. */
  isNew: boolean;
}

/** A text that may depend on what the page is about. */
type TextOf<T> = string | ((loaded: T) => string);

/** A screen with one form, described by its parts. GET shows it, and POST to the same path saves it. */
export interface FormPage<T, V extends FormValues = FormValues>
  extends Pick<PageProps, "scripts" | "styles">,
    Pick<FormScreen<T, V>, "fields" | "load" | "initial"> {
  here: ScreenName | null | ((loaded: T) => ScreenName);
  title: TextOf<T>;
  /** Whether the title is text of a person, with its own direction. */
  isName?: boolean;
  /** Above the form: what it does. */
  intro?: (loaded: T, c: DashboardContext) => Child;
  content?: (form: FormState, loaded: T, c: DashboardContext) => Child;
  /** The label of the button that saves. */
  button: TextOf<T>;
  emphasis?: Emphasis;
  /** The path of the link back, below the organization's base path, and its label if it is not "Cancel". */
  back: string | ((loaded: T, c: DashboardContext) => string);
  backLabel?: string;
  /** Whether the form has a field for a file. */
  upload?: boolean;
  /** Where the form is sent, by default to the path of the page. */
  action?: (loaded: T, c: DashboardContext) => string;
  /** Beside the title, before the form and after it. */
  actions?: (loaded: T, c: DashboardContext) => Child;
  before?: (loaded: T, c: DashboardContext) => Child;
  after?: (loaded: T, c: DashboardContext) => Child;
  /** Saves, and returns the path to redirect to, below the organization's base path, or a response of its own. */
  save(c: DashboardContext, values: V, load: () => Promise<T>): Promise<string | Response>;
}

/** The screen of a described form. */
export const formPage = <T, V extends FormValues = FormValues>({
  fields = [],
  load,
  initial,
  save,
  ...page
}: FormPage<T, V>): FormScreen<T, V> => ({
  fields,
  load,
  ...(initial && { initial }),
  page(c, loaded, values, problems) {
    const { workspace } = c.var;
    const of = (text: TextOf<T>): string => (typeof text === "string" ? text : text(loaded));
    const form = { values, problems, field: fieldsOf(values, problems), isNew: isUntouched(problems) };
    const title = of(page.title);
    const back = typeof page.back === "string" ? page.back : page.back(loaded, c);
    return (
      <Screen
        workspace={workspace}
        here={typeof page.here === "function" ? page.here(loaded) : page.here}
        title={title}
        heading={page.isName ? <bdi>{title}</bdi> : title}
        scripts={page.scripts ?? []}
        styles={page.styles ?? []}
        actions={page.actions?.(loaded, c)}
      >
        {page.before?.(loaded, c)}
        <div class="sheet narrow">
          {page.intro?.(loaded, c)}
          <Form
            action={page.action?.(loaded, c) ?? c.req.path}
            problem={problems.form}
            upload={page.upload ?? false}
          >
            {page.content?.(form, loaded, c)}
            <Actions>
              <Button emphasis={page.emphasis ?? "primary"}>{of(page.button)}</Button>
              <LinkButton href={`${workspace.base}${back}`}>{page.backLabel ?? "Cancel"}</LinkButton>
            </Actions>
          </Form>
        </div>
        {page.after?.(loaded, c)}
      </Screen>
    );
  },
  async save(c, values, load) {
    const result = await save(c, values, load);
    return typeof result === "string" ? seeOther(`${c.var.workspace.base}${result}`) : result;
  },
});
