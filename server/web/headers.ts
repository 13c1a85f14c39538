import type { RequestHandler } from "express";
import helmet from "helmet";
import { cspReportPath } from "../paths.ts";

const policy = (https: boolean) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", "data:"],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ["islands"],
    // A browser that supports `report-to` never reads `report-uri`, and no browser uses `report-to`
    // on plain http.
    ...(https && { reportTo: ["csp"] }),
    reportUri: [cspReportPath],
    ...(https && { upgradeInsecureRequests: [] }),
  },
});

/**
 * The policy of the one page that embeds another site's widget, if the shop's owner has configured
 * one: scripts, frames and requests may use `origins`. The widget writes HTML itself, so the page
 * cannot require Trusted Types.
 */
export function widgetPolicy(publicUrl: string, origins: readonly string[]): string {
  const { requireTrustedTypesFor: _, trustedTypes: _own, ...directives } = policy(publicUrl.startsWith("https:")).directives;
  const also = ["'self'", ...origins];
  return headerOf({ useDefaults: false, directives: { ...directives, scriptSrc: also, connectSrc: also, frameSrc: origins } });
}

/** The policy of a page whose forms may also lead to another origin, such as a card gateway's. */
export const formPolicy = (publicUrl: string, origin: string): string =>
  headerOf({
    useDefaults: false,
    directives: { ...policy(publicUrl.startsWith("https:")).directives, formAction: ["'self'", origin] },
  });

/** The policy's header as helmet would send it. */
function headerOf(contentSecurityPolicy: object): string {
  let headerValue = "";
  const setHeader = (_name: string, value: string) => {
    headerValue = value;
  };
  helmet.contentSecurityPolicy(contentSecurityPolicy)({} as never, { setHeader } as never, () => {});
  return headerValue;
}

/** How long browsers use only https, in seconds (0 ends this at once), and for which hosts. */
export type StrictTransport = { maxAge: number; includeSubDomains: boolean };

export type HeaderOptions = { publicUrl: string; strictTransport: StrictTransport };

/**
 * Browser features that the shop never uses. Only those that Chromium knows are listed, since it
 * warns of others.
 */
const unused = [
  "accelerometer",
  "autoplay",
  "browsing-topics",
  "camera",
  "captured-surface-control",
  "compute-pressure",
  "cross-origin-isolated",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "gamepad",
  "geolocation",
  "gyroscope",
  "hid",
  "identity-credentials-get",
  "idle-detection",
  "keyboard-map",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "otp-credentials",
  "payment",
  "picture-in-picture",
  "private-state-token-issuance",
  "private-state-token-redemption",
  "screen-wake-lock",
  "serial",
  "storage-access",
  "sync-xhr",
  "unload",
  "usb",
  "window-management",
  "xr-spatial-tracking",
];

/** Only the shop's own pages may ask for passkeys. */
const ownOnly = ["publickey-credentials-create", "publickey-credentials-get"];

const permissionsPolicy = [...unused.map((name) => `${name}=()`), ...ownOnly.map((name) => `${name}=(self)`)].join(", ");

/**
 * The headers of every answer, by helmet; computed once, since they never change. HSTS and
 * `upgrade-insecure-requests` are sent only if the shop's own address is https.
 */
export function fixedHeaders({ publicUrl, strictTransport }: HeaderOptions): Record<string, string> {
  const https = publicUrl.startsWith("https:");
  const make = helmet({
    contentSecurityPolicy: policy(https),
    xFrameOptions: { action: "deny" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: https && strictTransport,
  });
  const headers: Record<string, string> = {
    "Permissions-Policy": permissionsPolicy,
    ...(https && { "Reporting-Endpoints": `csp="${cspReportPath}"` }),
  };
  const setHeader = (name: string, value: unknown) => {
    headers[name] = String(value);
  };
  make({ headers: {} } as never, { setHeader, removeHeader: () => {} } as never, () => {});
  return headers;
}

/** Sets the fixed headers and the request's id on an answer. */
export function securityHeaders(options: HeaderOptions): RequestHandler {
  const fixed = Object.entries(fixedHeaders(options));
  return (req, res, next) => {
    for (const [name, value] of fixed) res.setHeader(name, value);
    res.setHeader("X-Request-Id", req.requestId);
    next();
  };
}

/** Forbids caching of answers that depend on their visitor, including all checkout pages. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Referrer-Policy", "same-origin");
  next();
};
