import type { Request, Response } from "express";

/**
 * Clears a customer's cookies after all sessions ended, and gives the browser a new visitor id,
 * which is `visitor` if given. The caller passes this function in, since this feature does not know
 * checkouts.
 */
export type Leave = (req: Request, res: Response, visitor?: string) => void;
