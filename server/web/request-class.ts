import type { Request } from "express";
import { readCookie } from "./cookies.ts";

/** The kind of a request by the resources it takes: each kind has bounds of its own. */
export type Kind = "page" | "call" | "identity" | "payment" | "upload" | "slow";

/** Classes in the order in which their requests of one kind are let in. */
export const requestClasses = ["checkout", "account", "catalog", "robot"] as const;
export type RequestClass = (typeof requestClasses)[number];

export const isRead = ({ method }: Request): boolean => method === "GET" || method === "HEAD";

export function kindOf(req: Request): Kind | undefined {
  const { path } = req;
  if (!/\/(?:storefront|identity|staff)\//.test(path)) return undefined;
  if (isRead(req)) return path.includes("/storefront/api/") ? "call" : "page";
  if (req.is("multipart/form-data")) return "upload";
  if (!req.complete) return "slow";
  if (/\/checkout\/payment\/?$/.test(path)) return "payment";
  return /\/identity\/|^\/staff\/(?:signin|join)\//.test(path) ? "identity" : "call";
}

const ofCart =
  /\/storefront\/(?:cart|wishlist|dashboard|orders|api\/(?:csrf|customers|orders|cancel-order))\b|\/(?:identity|staff)\//;
const ofCheckout = /\/storefront\/(?:api\/)?checkout\/(?!(?:create|find|line)\b)/;
const inCart = /\/storefront\/checkout\//;
const robots = /bot\b|crawl|spider|slurp/i;

/** Whether a browser loads a page that perhaps nobody will see. */
const isPrefetch = (req: Request): boolean => /prefetch|prerender/.test(`${req.get("sec-purpose")} ${req.get("purpose")}`);

/**
 * The class of a request. It is decided without the database, which is the scarce resource: from
 * the address, whether there is a `visitor` cookie, and the headers of robots and prefetches.
 * Anybody may send such a cookie, so each class leaves a share to the others.
 */
export function classOf(req: Request): RequestClass {
  const { path } = req;
  if (isRead(req) && isPrefetch(req)) return "robot";
  if (ofCheckout.test(path) && readCookie(req, "visitor") !== undefined) return "checkout";
  if (ofCart.test(path) || inCart.test(path)) return "account";
  return robots.test(req.get("user-agent") ?? "") ? "robot" : "catalog";
}
