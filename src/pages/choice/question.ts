/** What the query of a choice link asks for. */
export interface Question {
  /** The offers that are left out, too. */
  all: boolean;
  /** The page, whatever is remembered. */
  choose: boolean;
  /** `1`: the next choice is to be remembered; `0`: what is remembered is forgotten. */
  remember: "0" | "1" | undefined;
}

const NOTHING: Question = { all: false, choose: false, remember: undefined };

/** Reads the query of `url`. */
export function questionOf(url: string): Question {
  const start = url.indexOf("?");
  if (start < 0) return NOTHING;
  const query = new URLSearchParams(url.slice(start));
  const remember = query.get("remember");
  return {
    all: query.get("all") === "1",
    choose: query.get("choose") === "1",
    remember: remember === "0" || remember === "1" ? remember : undefined,
  };
}
