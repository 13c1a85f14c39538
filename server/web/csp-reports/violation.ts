import { z } from "zod";

/**
 * A violation of the policy without data about the visitor: no path, no query, no script sample.
 */
export type Violation = { directive: string; blocked: string; screen: string };

/** The common part of both kinds of reports. */
type ReportBody = { directive: string; blocked: string; page: string };

const text = z.string().catch("");

const report = z.object({
  type: z.string(),
  body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text }).catch({
    effectiveDirective: "",
    blockedURL: "",
    documentURL: "",
  }),
});

/**
 * Parses reports sent by `report-to`. Chromium and Firefox send a list as
 * `application/reports+json`, WebKit one report as `application/csp-report`. Reports of other kinds
 * come to the same address.
 */
const reportsJson = z
  .union([z.array(report).max(50), report.transform((one) => [one])])
  .transform((reports) =>
    reports
      .filter(({ type }) => type === "csp-violation")
      .map(({ body }): ReportBody => ({ directive: body.effectiveDirective, blocked: body.blockedURL, page: body.documentURL })),
  );

/** Parses a report sent by `report-uri`, which every browser supports. */
const cspReport = z
  .object({
    "csp-report": z.object({
      "effective-directive": text,
      "violated-directive": text,
      "blocked-uri": text,
      "document-uri": text,
    }),
  })
  .transform(({ "csp-report": report }): ReportBody[] => [
    {
      directive: report["effective-directive"] || (report["violated-directive"].split(" ", 1)[0] ?? ""),
      blocked: report["blocked-uri"],
      page: report["document-uri"],
    },
  ]);

/**
 * The body of a report request of either kind. A `type` does not tell the kinds apart, since WebKit
 * writes it into both.
 */
export const reportBody = z.union([cspReport, reportsJson]);

/** Directives of the shop's policies, and the directives that browsers report in their place. */
const directives: ReadonlySet<string> = new Set([
  ...["default-src", "script-src", "script-src-elem", "script-src-attr", "style-src", "style-src-elem", "style-src-attr"],
  ...["img-src", "font-src", "connect-src", "manifest-src", "media-src", "object-src", "frame-src", "child-src", "worker-src"],
  ...["form-action", "base-uri", "frame-ancestors", "require-trusted-types-for", "trusted-types"],
]);

/** Words that browsers report instead of an address. */
const keywords: ReadonlySet<string> = new Set([
  ...["inline", "eval", "wasm-eval", "self", "data", "blob", "trusted-types-policy", "trusted-types-sink"],
]);

/** The origin of a blocked address, or its scheme alone for browser extensions and the like. */
function blockedOrigin(reported: string, publicUrl: string): string {
  if (keywords.has(reported)) return reported;
  if (!URL.canParse(reported)) return "other";
  const { protocol, origin, host } = new URL(reported);
  if (origin === new URL(publicUrl).origin) return "self";
  if (!["http:", "https:", "ws:", "wss:"].includes(protocol)) return /^[a-z-]{1,30}:$/.test(protocol) ? protocol : "other";
  return `${protocol}//${host}`.length <= 100 ? `${protocol}//${host}` : "other";
}

type Page = {
  publicUrl: string;
  /** the name of the screen at a path; undefined if there is none */
  screenOf: (path: string) => string | undefined;
};

/** The stored part of a report; undefined for pages of other origins. */
export function violationOf({ directive, blocked, page }: ReportBody, { publicUrl, screenOf }: Page): Violation | undefined {
  if (!URL.canParse(page)) return undefined;
  const { origin, pathname } = new URL(page);
  if (origin !== new URL(publicUrl).origin) return undefined;
  return {
    directive: directives.has(directive) ? directive : "other",
    blocked: blockedOrigin(blocked, publicUrl),
    screen: screenOf(pathname) ?? "other",
  };
}
