import { emailAddress } from "../access/member.ts";
import type { VariableName } from "./text.ts";
import type { VariableReader } from "./variables.ts";

/** The e-mail addresses in a variable, separated by commas, in lower case. What is none is a problem of the configuration. */
export function addressesIn({ text, complain }: VariableReader, name: VariableName): readonly string[] {
  const items = (text(name) ?? "").split(",").filter((item) => item.trim() !== "");
  const parsed = items.map((item) => emailAddress.safeParse(item));
  if (parsed.some(({ success }) => !success)) complain(name, "holds what is no e-mail address");
  return parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
}
