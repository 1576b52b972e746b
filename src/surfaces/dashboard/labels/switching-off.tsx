/** What happens to shoppers when links are switched off. */
export const SwitchingOff = ({ several }: { several: boolean }) => (
  <>
    <p>
      Within a minute, shoppers who scan a code of {several ? "these links" : "this link"} or open{" "}
      {several ? "a short link" : "its short link"} see “This offer has ended”.
    </p>
    <p>
      You can switch {several ? "the links" : "it"} on again at any time. Codes and addresses stay the same.
    </p>
  </>
);
