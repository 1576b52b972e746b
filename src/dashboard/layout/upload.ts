import { toHex } from "../../core/digest.ts";
import { ServiceError } from "../../core/errors.ts";
import { readBytes } from "../../platform/request-body.ts";
import type { DashboardContext } from "./context.ts";
import { type FormValues, formValues } from "./forms.ts";

/** What the fields around a file may take, in bytes. */
const OTHER_BYTES = 64 * 1024;

/** What a person sent with a form that has a field for a file. */
export interface UploadedValues extends FormValues {
  /** The file; null where none was chosen. */
  file: { name: string; bytes: Uint8Array<ArrayBuffer> } | null;
}

/**
 * The form with a file of up to `mostBytes` that a request sends (multipart/form-data, RFC 7578). Of the file, `entries` have a checksum, so
 * that two forms with different files are not the same. Throws `unsupported_media_type`, `malformed_request` and
 * `payload_too_large`.
 */
export async function readUpload({ req }: DashboardContext, mostBytes: number): Promise<UploadedValues> {
  const type = req.header("Content-Type") ?? "";
  if (type.split(";")[0]?.trim().toLowerCase() !== "multipart/form-data") {
    throw new ServiceError("unsupported_media_type", "This form has to be sent with its file.");
  }
  const message = `The file is larger than ${mostBytes / 1024 / 1024} MiB. Split it into several.`;
  const body = await readBytes(req.raw, mostBytes + OTHER_BYTES, message);
  const form = await new Response(body, { headers: { "Content-Type": type } }).formData().catch(() => {
    throw new ServiceError("malformed_request", "The form is not complete. Open it again.");
  });
  const entries = new URLSearchParams();
  let file: UploadedValues["file"] = null;
  for (const [name, value] of form) {
    if (typeof value === "string") entries.append(name, value);
    // A field without a chosen file is sent as a file without name and content.
    else if (value.name !== "" || value.size > 0) {
      const bytes = new Uint8Array(await value.arrayBuffer());
      file = { name: value.name, bytes };
      entries.append(name, await checksum(bytes));
    }
  }
  return { ...formValues(entries), file };
}

const checksum = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
