/** What happens to shoppers when links are switched off. */
export const SwitchingOff = ({ several }: { several: boolean }) => (
  <>
    <p>
      Whoever scans a printed code of {several ? "these links" : "this link"}, or opens{" "}
      {several ? "their short links" : "its short link"}, will see a page that says that the offer has ended,
      within about a minute.
    </p>
    <p>
      Codes, addresses and visits are kept. You can switch {several ? "the links" : "it"} on again at any
      time.
    </p>
  </>
);
