import { bytesToJson, type Send } from "./connection.ts";
import { d1Client } from "./d1-client.ts";

/** What tests call of the Worker's bindings. */
export interface Bindings {
  d1(binding: string): D1Database;
  kv(binding: string): KVNamespace;
  r2(binding: string): R2Bucket;
  queue<Message>(binding: string): Queue<Message>;
  /** Runs the Worker's handler of cron jobs as of `time`. */
  scheduled(cron: string, time: Date): Promise<void>;
}

/** The binding under which storage.worker.js has the Worker itself. */
export const SERVICE = "SERVICE";

type Method = (...args: unknown[]) => Promise<unknown>;

/** An object of R2 as storage.worker.js sends it; `bytes` are in Base64, where its body was asked for. */
type StoredObject = Pick<R2Object, "key" | "httpEtag"> & { bytes?: string };

/**
 * The bindings of the Worker that storage.worker.js has. What it does not send, such as streams, and what tests do not
 * call is missing.
 */
export function bindingsClient(send: Send): Bindings {
  const call = <T>(binding: string, method: string, args: readonly unknown[]) =>
    send<T>({ binding, method, args: args.map(bytesToJson) });
  const methods = (binding: string, names: readonly string[]): Record<string, Method> =>
    Object.fromEntries(names.map((name) => [name, (...args: unknown[]) => call(binding, name, args)]));
  return {
    d1: (binding) => d1Client(send, binding),
    kv: (binding) => {
      const get = async (key: string, options?: string | { type?: string }) => {
        const text = await call<string | null>(binding, "get", [key]);
        const type = typeof options === "string" ? options : options?.type;
        return type === "json" && text !== null ? JSON.parse(text) : text;
      };
      return { ...methods(binding, ["put", "delete", "list"]), get } as unknown as KVNamespace;
    },
    r2: (binding) => {
      const get = async (key: string, options: R2GetOptions = {}) => {
        const object = await call<StoredObject | null>(binding, "get", [key, options]);
        return object && { ...object, ...bodyOf(Buffer.from(object.bytes ?? "", "base64")) };
      };
      const resumeMultipartUpload = (key: string, uploadId: string) => ({
        uploadId,
        uploadPart: (number: number, part: unknown) =>
          call<R2UploadedPart>(binding, "multipart", [key, uploadId, "uploadPart", number, part]),
        complete: (parts: R2UploadedPart[]) =>
          call<{ size: number }>(binding, "multipart", [key, uploadId, "complete", parts]),
      });
      const createMultipartUpload = async (key: string) =>
        resumeMultipartUpload(
          key,
          (await call<{ uploadId: string }>(binding, "createMultipartUpload", [key])).uploadId,
        );
      const multipart = { createMultipartUpload, resumeMultipartUpload };
      return {
        ...methods(binding, ["put", "delete", "list", "head"]),
        ...multipart,
        get,
      } as unknown as R2Bucket;
    },
    queue: (binding) => methods(binding, ["send", "sendBatch"]) as unknown as Queue<never>,
    scheduled: async (cron, time) => {
      await call(SERVICE, "scheduled", [{ cron, time: time.getTime() }]);
    },
  };
}

/** The readers of a body, each of which may be called more than once. */
const bodyOf = (bytes: Uint8Array<ArrayBuffer>) => ({
  get body() {
    return new Response(bytes).body;
  },
  text: () => new Response(bytes).text(),
  json: () => new Response(bytes).json(),
  arrayBuffer: () => new Response(bytes).arrayBuffer(),
});
