import type { ImageFormat } from "../../../features/qr-codes/image-formats.ts";
import { Button } from "../components/actions.tsx";
import { TextField } from "../components/field.tsx";
import { TAG_SUGGESTIONS } from "./filters.tsx";
import { listPath } from "./list-query.ts";
import type { ListView } from "./list-view.ts";

export const BULK_ACTIONS = ["add_tag", "remove_tag", "switch_on", "switch_off", "edit", "export"] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** The formats of codes in a ZIP file. */
const FORMATS = ["svg", "pdf", "eps", "png"] as const satisfies readonly ImageFormat[];

/** The name of the field for a tag. `tag` is the filter on the same page. */
export const TAG_FIELD = "chosen-tag";
/** The checkbox that applies a bulk action to all links of the list, on all of its pages. */
export const ALL_MATCHING = "all-matching";

/**
 * The bar at the bottom of the window with the bulk actions. The stylesheet shows it while a checkbox is checked, and
 * always if there is a problem.
 */
export const BulkBar = ({ workspace, path, query, page, mayChange: canWrite, tag, problems }: ListView) => {
  const codes = `${workspace.base}/codes`;
  const hasPages = query.cursor !== undefined || page.nextCursor !== null;
  const problem = problems.fields.get("link");
  const tagError = problems.fields.get(TAG_FIELD);
  return (
    <fieldset class={problems.fields.size > 0 ? "chosen-bar shown" : "chosen-bar"}>
      <legend class="hidden">Selected links</legend>
      {canWrite && hasPages && page.order !== "visits" && (
        <label class="choice all-matching">
          <input
            type="checkbox"
            name={ALL_MATCHING}
            value="1"
            data-count={listPath(`${path}/count`, query)}
          />
          <span>
            Select all <span data-total="">in this list</span>
          </span>
        </label>
      )}
      <span class={problem ? "count problem" : "count"} id="link-hint" data-chosen="" role="status">
        {problem ?? "Selected:"}
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
          <BulkButton action="edit">Edit…</BulkButton>
        </>
      )}
      {/* These buttons have their own paths: viewers may print and download codes too, but note nothing by it. */}
      <details class="drop up codes">
        <summary class="button plain">Codes…</summary>
        <div class="panel">
          <label class="choice">
            <input type="checkbox" name="for" value="phone" /> For phones only, also with a GTIN
          </label>
          <button class="button plain" type="submit" formaction={`${codes}/sheet`} formmethod="get">
            Print codes
          </button>
          <p class="hint" id="zip-hint">
            Or download a ZIP with all codes:
          </p>
          <label class="choice">
            <input type="checkbox" name="hri" value="1" /> Number below codes of GTINs
          </label>
          <div class="actions">
            {FORMATS.map((format) => (
              <button
                class="button plain"
                type="submit"
                formaction={`${codes}/codes.zip`}
                formmethod={canWrite ? "post" : "get"}
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
      <button class="button plain clear" type="reset" aria-label="Clear selection" />
    </fieldset>
  );
};

/** The accessible names of buttons with a short label. */
const ARIA_LABELS: Partial<Record<BulkAction, string>> = {
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
    aria-label={ARIA_LABELS[action]}
  >
    {children}
  </button>
);
