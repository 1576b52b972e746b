import type { Child } from "hono/jsx";
import type { ReportPart } from "../../../features/visits/report-part.ts";

/** The part of an extra in a report: its figures, and what is known of them; a line without figures. `more`: where there is more. */
export const FiguresPanel = ({
  part: { title, figures, hint },
  id,
  more = null,
  children,
}: {
  part: ReportPart;
  id?: string;
  more?: { href: string; text: string } | null;
  children?: Child;
}) =>
  figures.length === 0 ? (
    <p class="hint">{hint}</p>
  ) : (
    <section class="panel" id={id}>
      <div class="panel-head">
        <h2>{title}</h2>
        {more && <a href={more.href}>{more.text}</a>}
      </div>
      <dl class="numbers">
        {figures.map(({ label, texts, note }) => (
          <div>
            <dt>{label}</dt>
            <dd>
              {texts.map((text) => (
                <span class="value">{text}</span>
              ))}
              {note !== undefined && <small>{note}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {children}
      <p class="hint">{hint}</p>
    </section>
  );
