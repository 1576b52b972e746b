import { qrCodeId } from "../../core/ids.ts";
import type { ChosenQrCode } from "../../qr-codes/chosen-store.ts";
import type { InlineDrawing } from "../../qr-codes/draw.ts";
import { levelsFor } from "../../qr-codes/encodable.ts";
import { Button, LinkButton } from "../components/actions.tsx";
import { ChoiceField, TextField } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { Empty } from "../components/table.tsx";
import type { Place } from "../layout/context.ts";
import type { FormProblems } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { CODES_STYLE } from "./codes-style.ts";
import { DrawingFields } from "./drawing-fields.tsx";
import { PrintForm } from "./print-form.tsx";
import { PrintSheet } from "./print-sheet.tsx";
import { MARKS, type SheetLayout } from "./sheet-layout.ts";

/** A sheet of codes, ready to be printed on A4 or Letter. */
export const SheetPage = ({
  place,
  codes,
  missing,
  layout,
  drawings,
}: {
  place: Place;
  codes: readonly ChosenQrCode[];
  /** How many of the chosen codes there are not. */
  missing: number;
  layout: SheetLayout;
  /** Of each code; empty where the layout has a problem. */
  drawings: readonly InlineDrawing[];
}) => {
  const { columns, hasMarks } = layout;
  const printed = codes.flatMap((code, index) => {
    const [picture, size] = [drawings[index], layout.drawings[index]?.drawn?.size];
    return picture && size ? [{ ...code, drawing: picture, size }] : [];
  });
  return (
    <Screen
      place={place}
      here="Links"
      title="Print sheet"
      scripts={["drawing", "print"]}
      styles={[CODES_STYLE]}
      actions={
        <button type="button" class="button primary" data-print="" data-command="Print the sheet" hidden>
          Print {codesOf(printed.length)}
        </button>
      }
    >
      <div class="screen-only">
        {missing > 0 && <Notice kind="note">{codesOf(missing)} of those chosen could not be found.</Notice>}
        <SheetForm place={place} codes={codes} layout={layout} />
        <PrintForm place={place} codes={codes} />
      </div>
      <div id="printed">
        {columns === null ? (
          <Notice kind="problem">There is no sheet yet. What to change stands beside its field.</Notice>
        ) : (
          <>
            <p class="hint screen-only">
              {codesOf(printed.length)}, {columns} beside each other, on A4 or Letter. Print at 100 % (“actual
              size”, not “fit to page”): then every code has its size.
            </p>
            <PrintSheet codes={printed} columns={columns} hasMarks={hasMarks} />
          </>
        )}
      </div>
    </Screen>
  );
};

const codesOf = (count: number): string => `${count} ${count === 1 ? "code" : "codes"}`;

const SheetForm = ({
  place,
  codes,
  layout: { typed, problems, typedColumns, hasMarks },
}: {
  place: Place;
  codes: readonly ChosenQrCode[];
  layout: SheetLayout;
}) => {
  return (
    <form method="get" action={`${place.base}/codes/sheet`} class="form sheet" data-live="printed">
      {codes.map(({ qrCode: { linkId, identifier } }) => (
        <input type="hidden" name="code" value={qrCodeId(linkId, identifier)} />
      ))}
      <details open={typed.size > 0 || problems.fields.size > 0 || typedColumns !== "" || hasMarks}>
        <summary>Size, colors and columns</summary>
        <DrawingFields
          query={{ typed, problems }}
          usual={null}
          levels={levelsFor(codes.map(({ qrCode }) => qrCode.encodedUrl))}
        />
        <TextField
          name="columns"
          label="Columns"
          hint="Codes beside each other. Empty: as many as there is room for."
          value={typedColumns}
          error={problems.fields.get("columns")}
        />
        <ChoiceField
          name={MARKS}
          label="Cut marks"
          type="checkbox"
          values={hasMarks ? ["on"] : []}
          options={[{ value: "on", label: "At the corners of each code" }]}
        />
        <Button emphasis="plain">Show</Button>
      </details>
    </form>
  );
};

/** What there is to read where no code was chosen that there is, or too many were. */
export const NoSheetPage = ({ place, problems }: { place: Place; problems: FormProblems }) => (
  <Screen place={place} here="Links" title="Print sheet" styles={[CODES_STYLE]}>
    <Empty
      title="No codes to print"
      action={<LinkButton href={`${place.base}/links`}>Open the links</LinkButton>}
    >
      {problems.fields.get("code") ??
        "The chosen codes could not be found. Open a link, and choose among its codes."}
    </Empty>
  </Screen>
);
