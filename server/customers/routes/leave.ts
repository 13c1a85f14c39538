import type { Request, Response } from "express";

/**
 * Clears a customer's cookies after all sessions ended and renews the visitor, by this id where one
 * is given. Passed in, since this feature does not know checkouts.
 */
export type Leave = (req: Request, res: Response, visitor?: string) => void;
