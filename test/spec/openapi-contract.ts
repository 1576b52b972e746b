import { Ajv2020 } from "ajv/dist/2020.js";
import { type Answer, get, type Json } from "../requests.ts";
import type { RunningService } from "../service.ts";

/** What has compiled the schemas of a document, which takes seconds: the files of a worker share it. */
const compiled = new Map<string, Ajv2020>();

function compilerOf(document: Json, text: string): Ajv2020 {
  const ajv =
    compiled.get(text) ?? new Ajv2020({ strict: false, validateFormats: false, schemas: { api: document } });
  compiled.set(text, ajv);
  return ajv;
}

/** The published OpenAPI document, with helpers for tests. */
export async function readContract(service: RunningService) {
  const answer = await get(service, "/openapi.json");
  const document: Json = answer.json;
  // Services differ in their origins, which no schema depends on.
  const ajv = compilerOf(document, answer.text.replaceAll(service.url.origin, ""));

  /** Whether `value` matches the schema at this path of the document. */
  const fits = (value: unknown, ...place: (string | number)[]): boolean => {
    const pointer = place.map((step) => String(step).replaceAll("~", "~0").replaceAll("/", "~1"));
    return ajv.validate(`api#/${pointer.map(encodeURIComponent).join("/")}`, value);
  };

  /** Path, method and OpenAPI object of every operation. */
  const operations = (): [string, string, Json][] =>
    Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.entries<Json>(item)
        .filter(([method]) => /^(get|post|patch|put|delete)$/.test(method))
        .map(([method, operation]): [string, string, Json] => [path, method, operation]),
    );

  /** The response object for a status of an operation, and its path in the document. */
  const answerAt = (path: string, method: string, status: number): { response: Json; place: string[] } => {
    const stated = document.paths[path][method].responses[status];
    const place = stated.$ref
      ? stated.$ref.slice(2).split("/")
      : ["paths", path, method, "responses", String(status)];
    return { response: stated.$ref ? document.components.responses[place.at(-1)] : stated, place };
  };

  return { answer, document, fits, operations, answerAt, lastProblem: () => ajv.errorsText() };
}

/** A response of the service with its operation. */
export type ContractResponse = [path: string, method: string, answer: Answer];
