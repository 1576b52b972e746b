import { toHex } from "../core/digest.ts";
import { ServiceError } from "../core/errors.ts";
import type { DashboardContext } from "./context.ts";
import { type FormValues, formValues, requireSameOrigin } from "./forms.ts";

/** The largest file in bytes, and what the fields around it may take besides. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
const MAX_BYTES = MAX_FILE_BYTES + 64 * 1024;

/** What a person sent with a form that has a field for a file. */
export interface UploadedValues extends FormValues {
  /** The file; null where none was chosen. */
  file: { name: string; bytes: Uint8Array } | null;
}

/**
 * The form with a file that a request sends (multipart/form-data, RFC 7578). Of the file, `entries` have a checksum, so
 * that two forms with different files are not the same. Throws `insufficient_scope` unless a page of this origin sent
 * it, `unsupported_media_type`, `malformed_request` and `payload_too_large`.
 */
export async function readUpload({ req }: DashboardContext): Promise<UploadedValues> {
  requireSameOrigin(req.raw);
  const type = req.header("Content-Type") ?? "";
  if (type.split(";")[0]?.trim().toLowerCase() !== "multipart/form-data") {
    throw new ServiceError("unsupported_media_type", "This form has to be sent with its file.");
  }
  const length = Number(req.header("Content-Length") ?? "0");
  const body = length > MAX_BYTES ? null : await req.arrayBuffer();
  if (!body || body.byteLength > MAX_BYTES) {
    throw new ServiceError("payload_too_large", "The file is larger than 4 MiB. Split it into several.");
  }
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
