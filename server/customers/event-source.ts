import type { Request } from "express";
import { requestSource } from "../web/request-source.ts";
import { customerSource, type EventSource } from "./security-events.ts";

/** The source of a request to the shop's pages, for the trail. */
export const eventSourceOf = (req: Request): EventSource => customerSource(requestSource(req), req.log);
