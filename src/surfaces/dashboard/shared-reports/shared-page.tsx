import { Document } from "../layout/layout.tsx";
import { type Locale, WithLocale } from "../layout/locale.tsx";
import { REPORT_STYLES, Sender, SharedContent, type SharedContentProps } from "./shared-content.tsx";

const accentOf = ({ brand }: SharedContentProps) =>
  brand?.accent === undefined ? [] : [{ path: `/shared/style/${brand.accent.slice(1)}.css` }];

/** A shared report for people who can't sign in. */
export const SharedPage = ({ locale, ...content }: SharedContentProps & { locale: Locale }) => (
  <WithLocale locale={locale}>
    <Document
      title={content.shared.name}
      scripts={["chart"]}
      styles={[...REPORT_STYLES, ...accentOf(content)]}
    >
      <main class="report" id="content">
        <Sender {...content} />
        <div class="page-head">
          <h1>
            <bdi>{content.shared.name}</bdi>
          </h1>
        </div>
        <SharedContent {...content} />
      </main>
    </Document>
  </WithLocale>
);
