import type { FormState } from "./form-state.ts";

/** Where the UTM values are in a body. */
export const UTM = "tracking.utm.";

/** `state` with these UTM values in place of those that it has. */
export function withUtm(state: FormState, utm: object): FormState {
  const given = new Map<string, string | undefined>(Object.entries(utm));
  const texts = Array.from(state.texts, ([path, text]): [string, string] => [
    path,
    path.startsWith(UTM) ? (given.get(path.slice(UTM.length)) ?? "") : text,
  ]);
  return { ...state, texts: new Map(texts) };
}

/** The UTM values in a form, without those that are empty. */
export const utmIn = ({ texts }: FormState): Record<string, string> =>
  Object.fromEntries(
    Array.from(texts, ([path, text]) => [path, text.trim()] as const)
      .filter(([path, text]) => path.startsWith(UTM) && text !== "")
      .map(([path, text]) => [path.slice(UTM.length), text]),
  );
