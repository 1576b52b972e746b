import { emailAddress } from "../access/member.ts";
import type { VariableName } from "./text.ts";
import type { VariableReader } from "./variables.ts";

/** The email addresses in a variable, separated by commas, in lower case. An invalid address is a configuration error. */
export function addressesIn({ text, complain }: VariableReader, name: VariableName): readonly string[] {
  const items = (text(name) ?? "").split(",").filter((item) => item.trim() !== "");
  const parsed = items.map((item) => emailAddress.safeParse(item));
  if (parsed.some(({ success }) => !success)) complain(name, "contains an invalid email address");
  return parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
}
