import { createHash } from "node:crypto";

/** 7 days, in ms (acceptance 191). */
export const sessionLife = 7 * 24 * 3600 * 1000;

/** The hash that the database stores instead of a session's token. */
export const sessionHash = (token: string): string => createHash("sha256").update(token).digest("hex");
