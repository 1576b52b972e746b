import { requireScope } from "../../../features/access/permissions.ts";
import { MAX_CARD_BYTES, putCardPicture } from "../../../features/brands/card-pictures.ts";
import { CREATE_LINK_SCOPE } from "../../../features/links/create-link.ts";
import { validationFailed } from "../../../ground/core/errors.ts";
import { Actions, Button, Form } from "../components/actions.tsx";
import { Copyable } from "../components/facts.tsx";
import { FileField } from "../components/field.tsx";
import { jsonResponse, pageResponse } from "../layout/answers.ts";
import type { Workspace } from "../layout/context.ts";
import { formScreen } from "../layout/form-screen.ts";
import { type FormProblems, NO_PROBLEMS } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";

const FIELD = "picture";

/**
 * Uploads a picture for the card of a link and shows its URL. The script of the link's form sends the same form and takes
 * the URL as JSON.
 */
export const cardPicture = formScreen({
  upload: MAX_CARD_BYTES,
  marked: [FIELD],
  load: ({ var: { workspace } }) => requireScope(workspace.actor, CREATE_LINK_SCOPE),
  page: (c, _, __, problems) => <PicturePage workspace={c.var.workspace} url={null} problems={problems} />,
  async save(c, _, { file }) {
    const { workspace, dependencies, origins } = c.var;
    if (!file) throw validationFailed([{ field: FIELD, message: "choose a file" }]);
    const url = await putCardPicture(workspace.actor, file, { ...dependencies, origins });
    if (c.req.header("Accept") === "application/json") return jsonResponse({ url });
    return pageResponse(<PicturePage workspace={workspace} url={url} problems={NO_PROBLEMS} />);
  },
});

const PicturePage = ({
  workspace,
  url,
  problems,
}: {
  workspace: Workspace;
  /** Of the uploaded picture. */
  url: string | null;
  problems: FormProblems;
}) => (
  <Screen workspace={workspace} tab="Links" title="Upload a picture" scripts={["copy"]}>
    <div class="sheet narrow">
      {url !== null && <Copyable id="picture-url" label="URL of the picture" text={url} />}
      <Form action={`${workspace.base}/links/card/picture`} problem={problems.form} upload>
        <FileField
          name={FIELD}
          label={url === null ? "Picture" : "Another picture"}
          hint={`A PNG or JPEG image of up to ${MAX_CARD_BYTES / 1024 / 1024} MiB, best 1200 × 630 pixels. Where and when a photo was taken is removed.`}
          error={problems.fields.get(FIELD)}
          accept="image/png,image/jpeg"
        />
        <Actions>
          <Button>Upload</Button>
        </Actions>
      </Form>
    </div>
  </Screen>
);
