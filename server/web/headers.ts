import type { RequestHandler } from "express";
import helmet from "helmet";

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
    ...(https && { upgradeInsecureRequests: [] }),
  },
});

/**
 * For the one page that embeds another site's widget, where the shop's owner has configured one:
 * scripts, frames and requests may use `origins`. The widget writes HTML itself, so Trusted Types
 * cannot be required there.
 */
export function widgetPolicy(publicUrl: string, origins: readonly string[]): string {
  const { requireTrustedTypesFor: _, trustedTypes: _own, ...directives } = policy(publicUrl.startsWith("https:")).directives;
  const also = ["'self'", ...origins];
  return headerOf({ useDefaults: false, directives: { ...directives, scriptSrc: also, connectSrc: also, frameSrc: origins } });
}

/** The policy's header as helmet would send it. */
function headerOf(contentSecurityPolicy: object): string {
  let made = "";
  const setHeader = (_name: string, value: string) => {
    made = value;
  };
  helmet.contentSecurityPolicy(contentSecurityPolicy)({} as never, { setHeader } as never, () => {});
  return made;
}

/**
 * The headers of every answer, by helmet: computed once, since they never change. HSTS and
 * `upgrade-insecure-requests` only where the shop's own address is https.
 */
export function fixedHeaders(publicUrl: string): Record<string, string> {
  const https = publicUrl.startsWith("https:");
  const make = helmet({
    contentSecurityPolicy: policy(https),
    xFrameOptions: { action: "deny" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: https ? { maxAge: 31536000, includeSubDomains: true } : false,
  });
  const headers: Record<string, string> = {
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
  };
  const setHeader = (name: string, value: unknown) => {
    headers[name] = String(value);
  };
  make({ headers: {} } as never, { setHeader, removeHeader: () => {} } as never, () => {});
  return headers;
}

/** Sets them on an answer. */
export function securityHeaders(publicUrl: string): RequestHandler {
  const fixed = Object.entries(fixedHeaders(publicUrl));
  return (_req, res, next) => {
    for (const [name, value] of fixed) res.setHeader(name, value);
    next();
  };
}

/** For everything that depends on its visitor, including all checkout pages. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Referrer-Policy", "same-origin");
  next();
};
