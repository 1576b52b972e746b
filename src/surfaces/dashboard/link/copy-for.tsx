import { sourceIn } from "../../../features/short-links/short-link-url.ts";
import { answerOf } from "../../../features/visits/report-plan.ts";
import { Button } from "../components/actions.tsx";
import { TextField } from "../components/field.tsx";
import { isValue } from "../visit-report/row-names.ts";
import type { LinkView } from "./link-view.ts";

/** The places that are offered to every link, by their sources. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ["instagram", "Instagram"],
  ["facebook", "Facebook"],
  ["tiktok", "TikTok"],
  ["newsletter", "Newsletter"],
  ["sms", "SMS"],
]);

/** The most words besides those of the places. */
const MAX_WORDS = 5;

/** Whether a visit with `?via=` and this word has it as its source. */
const isSource = (word: string): boolean => sourceIn(`?via=${word}`) === word.toLowerCase();

/**
 * The short link for each place where it is published, so that clicks are counted by place. A click on a row copies it;
 * without scripts, the rows are addresses to select. An own word is in `?via=` of the page without scripts.
 */
export const CopyFor = ({ shortLink, path, visits, word }: LinkView) => {
  const isValid = word !== "" && isSource(word);
  const used = sourcesIn(visits).filter((source) => !PLACES.has(source));
  const others = [...new Set([...(isValid ? [word] : []), ...used])].slice(0, MAX_WORDS);
  return (
    <details class="drop copy-for" open={word !== ""}>
      <summary class="button plain">
        Copy for… <span aria-hidden="true">▾</span>
      </summary>
      <div class="panel">
        <ul>
          {[...PLACES, ...others.map((other) => [other, other] as const)].map(([source, name]) => (
            <Row name={name} address={`${shortLink}?via=${source}`} />
          ))}
        </ul>
        <form method="get" action={path} data-copy-base={`${shortLink}?via=`} autocomplete="off">
          <TextField
            name="via"
            label="Other"
            hint="A word of your own, such as podcast-may."
            value={isValid ? "" : word}
            error={word !== "" && !isValid && "Use up to 40 letters, digits and hyphens."}
            maxLength={40}
            pattern="[A-Za-z0-9\-]{1,40}"
            required
          />
          <Button emphasis="plain">Copy</Button>
          <span class="hidden" role="status" />
        </form>
        <p class="hint">Visits shows the clicks of each under Sources.</p>
      </div>
    </details>
  );
};

const Row = ({ name, address }: { name: string; address: string }) => (
  <li>
    <button type="button" data-copy-text={address} hidden>
      <bdi>{name}</bdi> <small data-copy-word="">Copy</small>
    </button>
    <span class="to-select">
      <bdi>{name}</bdi> <code>{address}</code>
    </span>
    <span class="hidden" role="status" />
  </li>
);

/** The sources that clicks came from, the most used first. */
const sourcesIn = ({ breakdowns }: LinkView["visits"]): string[] =>
  breakdowns.flatMap(({ by, answer }) =>
    by === "source"
      ? (answerOf(answer)?.rows ?? []).map(({ key }) => key).filter((key) => isValue(by, key))
      : [],
  );
