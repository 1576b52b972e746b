import type { UploadedValues } from "../layout/upload.ts";

/** The file that a form has, or what was pasted in its place. */
export const sentFile = (values: UploadedValues): { fileName: string; content: Uint8Array | string } =>
  values.file
    ? { fileName: values.file.name, content: values.file.bytes }
    : { fileName: "Pasted rows", content: values.text("text") };
