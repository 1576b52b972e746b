import { qrCodeId } from "../../core/ids.ts";
import type { ChosenQrCode } from "../../qr-codes/chosen-store.ts";
import { CUSTOM_SIDE, PRINT_FORMATS } from "../../qr-codes/print-formats.ts";
import { Actions, Button } from "../components/actions.tsx";
import { ChoiceField, SelectField, TextField } from "../components/field.tsx";
import type { Place } from "../layout/context.ts";
import { MAX_HEADLINE } from "./print-file.ts";

const FORMATS = Object.entries(PRINT_FORMATS).map(([value, { label }]) => ({ value, label }));

/** The form of a PDF for a printer, whose answer is the file. */
export const PrintForm = ({ place, codes }: { place: Place; codes: readonly ChosenQrCode[] }) => (
  <form method="get" action={`${place.base}/codes/print.pdf`} class="form sheet">
    {codes.map(({ qrCode: { linkId, identifier } }) => (
      <input type="hidden" name="code" value={qrCodeId(linkId, identifier)} />
    ))}
    <details>
      <summary>A PDF for the printer</summary>
      <p class="hint">
        Each code in its saved style, with 3 mm of bleed and crop marks, letters as outlines, black as black
        ink alone.
      </p>
      <div class="fields">
        <SelectField
          name="format"
          label="Format"
          value="a6"
          options={[...FORMATS, { value: "own", label: "Own size" }]}
        />
        <TextField
          name="width"
          label="Own width in mm"
          hint={`${CUSTOM_SIDE.least} to ${CUSTOM_SIDE.most}`}
          inputMode="decimal"
        />
        <TextField
          name="height"
          label="Own height in mm"
          hint={`${CUSTOM_SIDE.least} to ${CUSTOM_SIDE.most}`}
          inputMode="decimal"
        />
        <TextField
          name="headline"
          label="Headline"
          hint={`Up to ${MAX_HEADLINE} Latin letters; empty for none.`}
          maxLength={MAX_HEADLINE}
        />
        <TextField
          name="ink"
          label="Name of a spot color"
          hint="Such as PANTONE 347 C; empty for none."
          maxLength={40}
        />
      </div>
      <ChoiceField
        type="checkbox"
        name="show"
        label="Below the code"
        values={["name"]}
        options={[
          { value: "name", label: "Public name" },
          { value: "link", label: "Short link" },
        ]}
      />
      <Actions>
        <Button emphasis="plain">Download the PDF</Button>
      </Actions>
    </details>
  </form>
);
