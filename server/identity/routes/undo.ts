import type { RequestHandler } from "express";
import { eventSourceOf } from "../../customers/event-source.ts";
import { signInPath, undoPath } from "../../customers/paths.ts";
import { findUndo } from "../../customers/undo.ts";
import type { Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { setSignInReason } from "../../web/sign-in-reason.ts";
import { identityCalls } from "../calls.ts";
import { undoPage } from "../pages.ts";
import type { Identity } from "../parts.ts";
import { undo } from "../undo.ts";
import { identityPageInput, linkOf } from "./page-input.ts";

/** The page of a link that undoes a change, and its call. */
export function undoRoutes({ render }: Shop, identity: Identity): Routes {
  const screen: RequestHandler = async (req, res) => {
    const token = linkOf(req.query.token) ?? "";
    // A token in an address must not leak to other sites by the referrer.
    res.setHeader("Referrer-Policy", "same-origin");
    const found = await findUndo(identity.db, token, identity.now());
    sendPage(res, render("identity/undo", undoPage(identityPageInput(req, res), token, found)));
  };
  const undoing: RequestHandler = async (req, res) => {
    const body = readBody(identityCalls.undoChange, req);
    const outcome = body.ok ? await undo(identity, body.value, eventSourceOf(req)) : body;
    if (outcome.ok) setSignInReason(req, res, "password");
    const token = linkOf(req.typed.token) ?? "";
    const rerender = async (refusal: Refusal) => {
      const found = await findUndo(identity.db, token, identity.now());
      return render("identity/undo", undoPage(identityPageInput(req, res, refusal), token, found));
    };
    await respond(req, res, outcome, { next: signInPath, rerender });
  };
  return routes(screenRoute(undoPath, screen), callRoute(identityCalls.undoChange, undoing));
}
