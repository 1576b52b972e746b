import { type ErrorCode, ServiceError } from "../../../ground/core/errors.ts";
import { ERROR_STATUS, errorHeaders } from "../../../ground/platform/error-status.ts";
import { pageResponse } from "./answers.ts";
import type { Workspace } from "./context.ts";
import { PlainPage, Screen } from "./layout.tsx";

/** The headings of error pages. */
const TITLES: Partial<Record<ErrorCode, string>> = {
  not_found: "Page not found",
  insufficient_scope: "Not allowed",
  project_access_denied: "Not allowed",
  method_not_allowed: "Not possible",
  rate_limited: "Too many requests",
  service_unavailable: "Back in a moment",
  validation_failed: "Invalid address",
};

/**
 * The page for an error that no form can show, with the navigation if the organization is known. `correlationId` finds the
 * request in the log.
 */
export function problemPage(error: unknown, correlationId: string, workspace?: Workspace): Promise<Response> {
  const known =
    error instanceof ServiceError
      ? error
      : new ServiceError("internal_error", "There was an error on our side. Try again in a moment.");
  const { code, message, details } = known;
  const title = TITLES[code] ?? "Something went wrong";
  const content = (
    <>
      <p>{message}</p>
      {details && (
        <ul>
          {details.map((problem) => (
            <li>
              {problem.field}: {problem.message}
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href={workspace?.base ?? "/dashboard"}>
          {workspace ? "Go to the overview" : "Go to the dashboard"}
        </a>
      </p>
      <p class="hint">Reference: {correlationId}</p>
    </>
  );
  return pageResponse(
    workspace ? (
      <Screen workspace={workspace} tab={null} title={title}>
        {content}
      </Screen>
    ) : (
      <PlainPage title={title}>{content}</PlainPage>
    ),
    ERROR_STATUS[code],
    errorHeaders(known),
  );
}

/** The error for an unknown path. */
export const noSuchPage = () => new ServiceError("not_found", "This page doesn't exist.");
