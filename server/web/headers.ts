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

/** The headers that every answer carries. HSTS and the upgrade only where the shop's own address is https. */
export function securityHeaders(publicUrl: string): RequestHandler {
  const https = publicUrl.startsWith("https:");
  const fixed = helmet({
    contentSecurityPolicy: policy(https),
    xFrameOptions: { action: "deny" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: https ? { maxAge: 31536000, includeSubDomains: true } : false,
  });
  return (req, res, next) => {
    res.setHeader("Permissions-Policy", "camera=(), microphone=(), geolocation=(), browsing-topics=()");
    fixed(req, res, next);
  };
}

/** For everything that depends on its visitor, and so for all checkout pages. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Referrer-Policy", "same-origin");
  next();
};

/** The same headers as a plain object, for pages that are answered from memory. */
export function fixedHeaders(publicUrl: string): Record<string, string> {
  const headers: Record<string, string> = {};
  const setHeader = (name: string, value: unknown) => {
    headers[name] = String(value);
  };
  const res = { setHeader, removeHeader: () => {} };
  securityHeaders(publicUrl)({ headers: {} } as never, res as never, () => {});
  return headers;
}
