import { IMAGE_FORMATS } from "../../qr-codes/image-formats.ts";
import { Actions, Button } from "../components/actions.tsx";
import { SelectField } from "../components/field.tsx";
import { COLUMN_WORDS } from "./column-words.ts";

const FORMATS = Object.keys(IMAGE_FORMATS).map((value) => ({ value, label: value.toUpperCase() }));

/** Columns that hold a text of a person, or an id: whatever tells codes apart in a folder. */
const COLUMNS = COLUMN_WORDS.filter(({ kind }) => kind === "text" || kind === "products").map(
  ({ name, label }) => ({ value: name, label }),
);

/** The form of a ZIP archive with the codes of an import's links, whose answer is the file. */
export const CodesForm = ({ path }: { path: string }) => (
  <form method="get" action={`${path}/codes.zip`} class="form sheet narrow">
    <details>
      <summary>QR codes as ZIP</summary>
      <p class="hint">Each code in its saved style. A file begins with the number of its row.</p>
      <div class="fields">
        <SelectField name="format" label="Format" value="svg" options={FORMATS} />
        <SelectField name="column" label="Name files after" value="name" options={COLUMNS} />
      </div>
      <Actions>
        <Button emphasis="plain">Download the ZIP</Button>
      </Actions>
    </details>
  </form>
);
