/** Copies a text beside it, as an icon. It needs a script. */
export const CopyIcon = ({ text }: { text: string }) => (
  <>
    <button type="button" class="copy" data-copy-text={text} aria-label={`Copy ${text}`} hidden />
    <span class="hidden" role="status" />
  </>
);
