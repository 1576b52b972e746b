import { requireProjectEditor, requireScope } from "../../../features/access/permissions.ts";
import { getLink } from "../../../features/links/get-link.ts";
import { CHANGE_QR_CODE_SCOPE, changeQrCode } from "../../../features/qr-codes/change-qr-code.ts";
import { type CodeStyle, codeStyle, type Style } from "../../../features/qr-codes/code-style.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import { setCodeStyle } from "../../../features/qr-codes/set-code-style.ts";
import { parse } from "../../../ground/core/validation.ts";
import { Actions, Button, Form } from "../components/actions.tsx";
import { formPage } from "../components/form-page.tsx";
import { type DashboardContext, linkIdIn } from "../layout/context.ts";
import { fieldsNamed, oneText, optionalText } from "../layout/forms.ts";

/** The fields of a style. */
const STYLE_FIELDS = [
  "color",
  "background",
  "surface",
  "modules",
  "finders",
  "logo",
  "frame",
  "frameText",
] as const;

const identifierIn = (c: DashboardContext): string => c.req.param("identifier") ?? "";

/** The path of the code's studio, below the organization's base path. */
export const studioPath = (c: DashboardContext): string => `/links/${linkIdIn(c)}/codes/${identifierIn(c)}`;

/** Whether a style was typed, which is not saved yet. */
export const isUnsaved = (typed: URLSearchParams): boolean => STYLE_FIELDS.some((name) => typed.has(name));

/** Saves the shown style. */
export const SaveStyle = ({
  action,
  style,
  isUnsaved: isNew,
}: {
  action: string;
  style: Style;
  isUnsaved: boolean;
}) => (
  <Form action={action}>
    {STYLE_FIELDS.map((name) =>
      style[name] === undefined ? null : <input type="hidden" name={name} value={style[name]} />,
    )}
    {isNew && <p class="hint">Not saved yet. Print, the link's page and other people use the saved style.</p>}
    <Actions>
      <Button emphasis={isNew ? "primary" : "plain"} name="for" value="code">
        Save for this code
      </Button>
      <Button emphasis="plain" name="for" value="project">
        Save for this project
      </Button>
    </Actions>
  </Form>
);

/** Saves the style of the studio with the code, or as the default of its project. */
export const savingStyle = formPage({
  tab: "Links",
  fields: { ...fieldsNamed(STYLE_FIELDS, optionalText), for: oneText },
  marked: [],
  async load(c) {
    requireScope(c.var.workspace.actor, CHANGE_QR_CODE_SCOPE);
    return (await getLink(c.var.workspace.actor, linkIdIn(c), c.var.dependencies)).link;
  },
  title: ({ name }) => `Style of ${name}`,
  content: ({ values }) =>
    [...STYLE_FIELDS, "for"].map((field) => <input type="hidden" name={field} value={values.text(field)} />),
  button: "Save the style",
  back: (_, c) => studioPath(c),
  async save(c, { for: subject, ...typed }, { write }) {
    const { workspace, dependencies } = c.var;
    const style = parse(codeStyle, typed);
    const linkId = linkIdIn(c);
    if (subject === "project") {
      requireProjectEditor(workspace.actor);
      const { link } = await getLink(workspace.actor, linkId, dependencies);
      const idempotency = await write((_: CodeStyle) => link.projectId);
      await setCodeStyle(workspace.actor, { projectId: link.projectId, style, idempotency }, dependencies);
    } else {
      const idempotency = await write(({ name }: QrCode) => name);
      // A patch merges, so fields that the new style leaves out must be removed.
      const all = Object.fromEntries(STYLE_FIELDS.map((name) => [name, style[name] ?? null]));
      const input = { linkId, identifier: identifierIn(c), patch: { style: all }, idempotency };
      await changeQrCode(workspace.actor, input, dependencies);
    }
    return `${studioPath(c)}?done=style-saved`;
  },
});
