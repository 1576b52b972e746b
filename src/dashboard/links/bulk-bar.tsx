import type { ImageFormat } from "../../qr-codes/image-formats.ts";
import { Button } from "../components/actions.tsx";
import { TextField } from "../components/field.tsx";
import type { FormProblems } from "../layout/forms.ts";
import { TAG_SUGGESTIONS } from "./filters.tsx";

/** What can be done to the chosen links: the button that sends the form names it. */
export const BULK_ACTIONS = ["add_tag", "remove_tag", "switch_on", "switch_off", "export"] as const;
/** One of these actions. */
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** The formats of codes in an archive. */
const FORMATS = ["svg", "pdf", "eps", "png"] as const satisfies readonly ImageFormat[];

/** The name of the field with the tag. The filter by tag, on the same page, has the name `tag`. */
export const TAG_FIELD = "chosen-tag";

/**
 * The bar at the bottom of the window with the actions on the rows that are chosen in the list. The stylesheet shows it
 * while a box is checked, and always where something is wrong with what it was to do.
 */
export const BulkBar = ({
  canWrite,
  codes,
  tag,
  problems,
}: {
  canWrite: boolean;
  /** The path below which codes are printed and saved. */
  codes: string;
  /** What was typed. */
  tag: string;
  problems: FormProblems;
}) => {
  const choose = problems.fields.get("link");
  const tagError = problems.fields.get(TAG_FIELD);
  return (
    <fieldset class={problems.fields.size > 0 ? "chosen-bar shown" : "chosen-bar"}>
      <legend class="hidden">Chosen links</legend>
      <span class={choose ? "count problem" : "count"} id="link-hint" data-chosen="" role="status">
        {choose ?? "Chosen:"}
      </span>
      {canWrite && (
        <>
          <details class="drop up" open={tagError !== undefined}>
            <summary class="button plain">Tag…</summary>
            <div class="panel">
              <TextField
                name={TAG_FIELD}
                label="Tag to add or remove"
                value={tag}
                error={tagError}
                list={TAG_SUGGESTIONS}
              />
              <div class="actions">
                <BulkButton action="add_tag">Add tag</BulkButton>
                <BulkButton action="remove_tag">Remove tag</BulkButton>
              </div>
            </div>
          </details>
          <BulkButton action="switch_on">On</BulkButton>
          <BulkButton action="switch_off">Off…</BulkButton>
        </>
      )}
      {/* These lead to other addresses than the form: codes are read, whatever else can be done with the links. */}
      <details class="drop up">
        <summary class="button plain">Codes…</summary>
        <div class="panel">
          <button class="button plain" type="submit" formaction={`${codes}/sheet`} formmethod="get">
            Print codes
          </button>
          <p class="hint" id="zip-hint">
            Or a ZIP with the code of each link, in its saved style:
          </p>
          <div class="actions">
            {FORMATS.map((format) => (
              <button
                class="button plain"
                type="submit"
                formaction={`${codes}/codes.zip`}
                formmethod="get"
                name="format"
                value={format}
                aria-describedby="zip-hint"
              >
                {format.toUpperCase()}
              </button>
            ))}
          </div>
        </div>
      </details>
      {canWrite ? (
        <BulkButton action="export">Export</BulkButton>
      ) : (
        <Button emphasis="plain">Export CSV</Button>
      )}
      <button class="button plain clear" type="reset" aria-label="Choose none" />
    </fieldset>
  );
};

/** What a button says to those who do not see what stands beside it. */
const SPOKEN: Partial<Record<BulkAction, string>> = {
  switch_on: "Switch on",
  switch_off: "Switch off…",
  export: "Export CSV",
};

const BulkButton = ({ action, children }: { action: BulkAction; children: string }) => (
  <button
    class={action === "switch_off" ? "button danger" : "button plain"}
    type="submit"
    name="action"
    value={action}
    aria-label={SPOKEN[action]}
  >
    {children}
  </button>
);
