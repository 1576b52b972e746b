import type { SlugAdvice } from "../../links/advise-slug.ts";
import { Button } from "../components/actions.tsx";
import { SLUG_STEP } from "./slug-advice.ts";

/** Whether a slug is free, and a button that takes one that is. */
export const SlugState = ({ advice }: { advice: SlugAdvice }) => {
  const { state, suggestion } = advice;
  return (
    <>
      {state !== "none" && (
        <p class={state === "free" || state === "own" ? "free" : "problem"}>
          <SlugSentence {...advice} />
        </p>
      )}
      {suggestion !== null && (
        <Button emphasis="plain" name="step" value={`${SLUG_STEP}${suggestion}`}>
          Use {suggestion}
        </Button>
      )}
    </>
  );
};

const SlugSentence = ({ state, url, slug, problem = "" }: SlugAdvice) => {
  const address = <bdi>{url.replace(/^https?:\/\//, "")}</bdi>;
  switch (state) {
    case "free":
      return <>{address} is free.</>;
    case "own":
      return <>{address} leads to this link already.</>;
    case "taken":
      return <>{address} is taken: a link has or had it.</>;
    default:
      return (
        <>
          <bdi>{slug}</bdi> {problem}.
        </>
      );
  }
};

/** The place below the control of the slug, where a script keeps it up to date from `url`. */
export const SlugPlace = ({
  advice,
  typed,
  url,
}: {
  advice: SlugAdvice | null;
  /** What stands in the control. */
  typed: string;
  url: string;
}) => (
  <div id="slug-state" class="slug-state" data-url={url} role="status">
    {advice && <SlugState advice={advice} />}
    {!advice && typed === "" && (
      <Button emphasis="plain" name="step" value={SLUG_STEP}>
        Suggest one from the name
      </Button>
    )}
  </div>
);
