import { Actions, Button } from "../components/actions.tsx";
import { TextField } from "../components/field.tsx";
import type { FormProblems } from "../frame/forms.ts";

/** What can be done to the chosen links: the button that sends the form names it. */
export const BULK_ACTIONS = ["add_tag", "remove_tag", "switch_on", "switch_off", "export"] as const;
/** One of these actions. */
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** The name of the field with the tag. The filter by tag, on the same page, has the name `tag`. */
export const TAG_FIELD = "chosen-tag";

/** The bar above the list with the actions on the rows that are chosen in it. */
export const BulkBar = ({
  canWrite,
  sheet,
  tag,
  problems,
}: {
  canWrite: boolean;
  /** Where the codes of the chosen links are printed. */
  sheet: string;
  /** What was typed. */
  tag: string;
  problems: FormProblems;
}) => {
  const choose = problems.fields.get("link");
  return (
    <fieldset class="bulk" aria-describedby="link-hint">
      <legend>Chosen links</legend>
      <label class="choose-all" hidden>
        <input type="checkbox" data-choose-all="link" />
        <span>All on this page</span>
      </label>
      <p class={choose ? "problem" : "hint"} id="link-hint" data-chosen="" role="status">
        {choose ?? "Choose links in the list, then what to do with them."}
      </p>
      {canWrite ? (
        <Actions>
          <TextField
            name={TAG_FIELD}
            label="Tag to add or remove"
            value={tag}
            error={problems.fields.get(TAG_FIELD)}
          />
          <BulkButton action="add_tag">Add tag</BulkButton>
          <BulkButton action="remove_tag">Remove tag</BulkButton>
          <BulkButton action="switch_on">Switch on</BulkButton>
          <BulkButton action="switch_off">Switch off…</BulkButton>
          <BulkButton action="export">Export CSV</BulkButton>
          <PrintButton sheet={sheet} />
        </Actions>
      ) : (
        <Actions>
          <Button emphasis="plain">Export CSV</Button>
          <PrintButton sheet={sheet} />
        </Actions>
      )}
    </fieldset>
  );
};

const BulkButton = ({ action, children }: { action: BulkAction; children: string }) => (
  <Button emphasis={action === "switch_off" ? "danger" : "plain"} name="action" value={action}>
    {children}
  </Button>
);

/** Leads to another address than the form: a sheet is read, whatever else can be done with the links. */
const PrintButton = ({ sheet }: { sheet: string }) => (
  <button class="button plain" type="submit" formaction={sheet} formmethod="get">
    Print codes
  </button>
);
