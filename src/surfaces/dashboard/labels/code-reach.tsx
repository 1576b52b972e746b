import type { CodeOfLinks } from "../../../features/qr-codes/get-qr-codes.ts";
import { ChoiceField } from "../components/field.tsx";
import { fieldReader, oneOf } from "../layout/forms.ts";

const readReach = fieldReader({ for: oneOf(["till", "phone"]) });

/** The code of a link with a GTIN that is printed: in a URL, `for=till` or `for=phone`. */
export const reachIn = (search: URLSearchParams): CodeOfLinks => readReach(search).for ?? "till";

/** Asks which code of a link with a GTIN to print or download. A package needs the one that tills read. */
export const CodeReach = ({ value = "till" }: { value?: CodeOfLinks }) => (
  <ChoiceField
    type="radio"
    name="for"
    label="Code"
    values={[value]}
    options={[
      { value: "till", label: "Till and phone (GTIN)" },
      { value: "phone", label: "Phone only" },
    ]}
  />
);
