import { createHash } from "node:crypto";
import { retention } from "../retention.ts";

/** 7 days, in ms (requirement 191). */
export const sessionLife = retention.session;

/** The hash that the database stores instead of a session's token. */
export const sessionHash = (token: string): string => createHash("sha256").update(token).digest("hex");
