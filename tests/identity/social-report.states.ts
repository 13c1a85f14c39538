import type { SocialReportProps } from "../../islands/identity/social-report.props.ts";

export const states = {
  failed: { popup: "123456", path: "/identity/signin/?social=denied" },
} satisfies Record<string, SocialReportProps>;
