import { stylesheet } from "../layout/assets.ts";
import { FileField } from "./field.tsx";
import css from "./file-zone.css";

/** The styles of screens with a `FileZone`. */
export const FILE_ZONE = stylesheet(css);

/** A place for a file. The form around it needs `upload`. */
export const FileZone = (field: {
  name: string;
  hint: string;
  accept: string;
  error: string | undefined;
  autofocus: boolean;
}) => (
  <div class="drop-zone">
    <FileField {...field} label="Drop a file here, or choose one" />
  </div>
);
