import type { Request, Response } from "express";

/**
 * Takes from a browser what its visitor had: for changes that end all sessions. Passed in, since a
 * checkout is no matter of ours.
 */
export type Leave = (req: Request, res: Response) => void;
