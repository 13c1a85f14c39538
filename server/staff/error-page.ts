import type { Refusal } from "../outcome.ts";
import type { ErrorResponse } from "../web/errors.ts";
import { view } from "../web/view.ts";
import { type StaffContext, staffFrame } from "./frame.ts";
import { staffPath } from "./paths.ts";

type RefusedPageInput = Pick<ErrorResponse, "requestId" | "resend"> & {
  title: string;
  error: string;
  back: { path: string; label: string };
};

const refusedPage = (context: StaffContext, refused: RefusedPageInput) => ({
  ...staffFrame(context, refused.title, undefined),
  ...refused,
});

type RefusedStaffPage = ReturnType<typeof refusedPage>;
export const refusedStaffView = view<RefusedStaffPage>("staff/refused");

/** The page that says why a change was not undone, with a link back to the record. */
export const undoRefusedPage = (context: StaffContext, record: string, { error, errors }: Refusal): RefusedStaffPage =>
  refusedPage(context, {
    title: "Not undone",
    // The page has no fields: it shows the fields' errors as the reason.
    error: errors?.map(({ message }) => message).join(" ") || error,
    back: { path: record, label: "Back to the record" },
  });

const notFoundWords = "There’s nothing at this address. It may have been removed since you opened the page that led here.";

/** The page that says that an action was refused or failed, with a link to Today. */
export function staffErrorPage(
  context: StaffContext,
  { status, code, error, requestId, resend }: ErrorResponse,
): RefusedStaffPage {
  const back = { path: staffPath, label: "Go to Today" };
  if (status === 404) return refusedPage(context, { title: "Not found", error: notFoundWords, back });
  if (resend) return refusedPage(context, { title: "Not done yet", error, resend, back });
  if (status < 500) return refusedPage(context, { title: code === "forbidden" ? "Not allowed" : "Not done", error, back });
  return refusedPage(context, { title: "Something went wrong on our side", error: "Please try again later.", requestId, back });
}
