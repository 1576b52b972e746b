import { toHex } from "../../../ground/core/digest.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import { readBytes } from "../../../ground/platform/request-body.ts";
import type { DashboardContext } from "./context.ts";
import { type FormValues, formValues } from "./forms.ts";

/** The largest size of the other fields, in bytes. */
const OTHER_BYTES = 64 * 1024;

/** The values of a form with a file. */
export interface UploadedValues extends FormValues {
  /** The file; null if none was chosen. */
  file: { name: string; bytes: Uint8Array<ArrayBuffer> } | null;
}

/**
 * Reads a form with a file of up to `maxBytes` (multipart/form-data, RFC 7578). `entries` contain a checksum of the file,
 * so that forms with different files differ. Throws `unsupported_media_type`, `malformed_request` and `payload_too_large`.
 */
export async function readUpload({ req }: DashboardContext, maxBytes: number): Promise<UploadedValues> {
  const type = req.header("Content-Type") ?? "";
  if (type.split(";")[0]?.trim().toLowerCase() !== "multipart/form-data") {
    throw new ServiceError("unsupported_media_type", "This form must be sent with its file.");
  }
  const message = `The file is larger than ${maxBytes / 1024 / 1024} MiB.`;
  const body = await readBytes(req.raw, maxBytes + OTHER_BYTES, message);
  const form = await new Response(body, { headers: { "Content-Type": type } }).formData().catch(() => {
    throw new ServiceError("malformed_request", "The form is incomplete. Open it again.");
  });
  const entries = new URLSearchParams();
  let file: UploadedValues["file"] = null;
  for (const [name, value] of form) {
    if (typeof value === "string") entries.append(name, value);
    // Without a chosen file, browsers send an empty file without a name.
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
