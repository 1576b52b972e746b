/** One of several views of a page, and the URL that shows it. */
export interface Tab {
  name: string;
  href: string;
  isShown: boolean;
}

/**
 * Links between views of a part of a page. `part`: its id, where a browser without scripts lands; with the script `tabs`,
 * the page stays where it was.
 */
export const Tabs = ({ label, part, tabs }: { label: string; part: string; tabs: readonly Tab[] }) => (
  <nav class="tabs" aria-label={label} data-stays="">
    {tabs.map(({ name, href, isShown }) => (
      <a href={`${href}#${part}`} aria-current={isShown ? "true" : undefined}>
        {name}
      </a>
    ))}
  </nav>
);
