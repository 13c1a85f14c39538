import type { Request, Response } from "express";
import { newSecret } from "../../ids.ts";
import { clearCookie, cookieValues, setCookie, suffixesOf } from "../../web/cookies.ts";
import { sessionHash as hashOf } from "../../web/session.ts";

/** ms: ten minutes at the provider, and ten after the return. */
const life = 20 * 60_000;

/** The most flows that a browser may begin at once, in several tabs; the oldest are dropped. */
const mostFlows = 5;

/** Names the cookie of a flow by its state, which the provider sends back. */
export const flowId = (state: string): string => hashOf(state).slice(0, 16);

/** The stored hash of a flow, which belongs to the holder of its cookie. */
export const flowHash = (secret: string): string => hashOf(`social-flow:${secret}`);

/**
 * Sets the cookie of one flow and returns the hash to store. Each flow has a new cookie, so a
 * cookie that stays in a browser cannot finish another browser's sign-in.
 */
export function setFlowCookie(req: Request, res: Response, id: string): string {
  const others = suffixesOf(req, "social");
  for (const oldest of others.slice(0, Math.max(0, others.length - mostFlows + 1))) clearCookie(req, res, `social-${oldest}`);
  const secret = newSecret();
  setCookie(req, res, `social-${id}`, secret, { maxAge: life });
  return flowHash(secret);
}

/**
 * The hashes of one flow's cookies. There may be several, since another host of the site may have
 * set cookies of this name.
 */
export const flowsOf = (req: Request, id: string): string[] =>
  cookieValues(req, `social-${id}`).slice(0, mostFlows).map(flowHash);

/** The hashes of all flows of this browser, in the order in which they were begun. */
export const flowsIn = (req: Request): string[] =>
  suffixesOf(req, "social")
    .slice(-mostFlows)
    .flatMap((id) => flowsOf(req, id));
