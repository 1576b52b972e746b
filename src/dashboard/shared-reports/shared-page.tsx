import { Document } from "../layout/layout.tsx";
import { Sender, SharedContent, type SharedContentProps, stylesOf } from "./shared-content.tsx";

/** A shared report for people who can't sign in. */
export const SharedPage = (content: SharedContentProps) => (
  <Document title={content.shared.name} styles={stylesOf(content)}>
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
);
