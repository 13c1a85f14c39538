import type { Request } from "express";

/** What all of the shop's cookies have: the whole shop's, never sent along by another site. */
export const cookieAttributes = (req: Request) => ({
  path: "/",
  sameSite: "lax" as const,
  secure: req.app.get("secure cookies") === true,
});

/** The same for a cookie that no script reads. */
export const httpOnlyAttributes = (req: Request) => ({ ...cookieAttributes(req), httpOnly: true });
