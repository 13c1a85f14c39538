import { randomBytes } from "node:crypto";

/** 64 random bits: short, since a listing holds two for each card. Ids of the catalogue are no secrets. */
export const newId = (): string => randomBytes(8).toString("hex");
