import type { Request, Response } from "express";

/**
 * Clears a visitor's cookies after all sessions ended. Passed in, since this feature does not know
 * checkouts.
 */
export type Leave = (req: Request, res: Response) => void;
