import { MAX_LOGO_BYTES } from "../../../features/brands/logo-store.ts";

/** The name of the field. Its id differs, because the studio has another field for logos. */
export const LOGO_FIELD = "logo";
const ID = "logo-file";

/**
 * A file with a logo, in a form with `upload` on a screen with the script `logo`: that draws any picture as a PNG. Without
 * scripts, the file is sent as it is.
 */
export const LogoField = ({ label, error }: { label: string; error?: string | undefined }) => (
  <div class="field">
    <label for={ID}>{label}</label>
    <p class="hint" id={`${ID}-hint`}>
      An SVG, PNG, JPEG or WebP. It becomes a PNG of up to 1,024 pixels, without empty margins.
    </p>
    <input
      id={ID}
      name={LOGO_FIELD}
      type="file"
      accept="image/svg+xml,image/png,image/jpeg,image/webp"
      data-most={MAX_LOGO_BYTES}
      autofocus={error !== undefined}
      aria-describedby={`${ID}-hint ${ID}-error`}
      aria-invalid={error ? "true" : undefined}
    />
    <p class="problem" id={`${ID}-error`} role="alert" hidden={!error}>
      {error}
    </p>
  </div>
);
