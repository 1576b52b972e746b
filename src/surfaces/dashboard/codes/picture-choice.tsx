import type { Child } from "hono/jsx";

/** An option with a picture. */
export interface PictureOption {
  value: string;
  label: string;
  hint?: string;
  picture: Child;
}

/** A choice among pictures, as radio buttons. */
export const PictureChoice = ({
  name,
  label,
  value,
  options,
  error,
  isCompact = false,
}: {
  name: string;
  label: string;
  value: string;
  options: readonly PictureOption[];
  error?: string | undefined;
  /** Whether pictures are small and beside their labels. */
  isCompact?: boolean;
}) => (
  <fieldset class="field" aria-describedby={error ? `${name}-error` : undefined}>
    <legend>{label}</legend>
    <div class={isCompact ? "pictures compact" : "pictures"}>
      {options.map((option) => (
        <label>
          <input type="radio" name={name} value={option.value} checked={option.value === value} />
          {option.picture}
          <span>
            {option.label}
            {option.hint && <small>{option.hint}</small>}
          </span>
        </label>
      ))}
    </div>
    {error && (
      <p class="problem" id={`${name}-error`}>
        {error}
      </p>
    )}
  </fieldset>
);
