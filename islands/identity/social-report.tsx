import { useEffect } from "react";
import { leaveFor } from "./popup.ts";
import type { SocialReportProps } from "./social-report.props.ts";

/** Reports a failed sign-in in a popup: the page that opened it shows the reason. */
export default function SocialReport({ popup, path }: SocialReportProps) {
  useEffect(() => leaveFor(path, popup), [path, popup]);
  return (
    <a className="button button--primary button--large button--wide" href={path}>
      Back to sign in
    </a>
  );
}
