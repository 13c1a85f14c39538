import type { Request, Response } from "express";

/**
 * Clears a customer's cookies after all sessions ended and renews the visitor, with the id
 * `visitor` if given. Passed in, since this feature does not know checkouts.
 */
export type Leave = (req: Request, res: Response, visitor?: string) => void;
