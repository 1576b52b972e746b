/** The quiet way back from a screen to what it is about, beside its actions. `children` name it, as in the command menu. */
export const BackLink = ({ href, children }: { href: string; children: string }) => (
  <a class="back" href={href} data-command={children}>
    {children}
  </a>
);
