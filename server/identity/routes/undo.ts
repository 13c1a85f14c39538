import type { Request, RequestHandler, Response } from "express";
import { eventSourceOf } from "../../customers/event-source.ts";
import { signInPath, undoPath } from "../../customers/paths.ts";
import type { Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { relyingPartyOf } from "../../web/relying-party.ts";
import { respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { setSignInReason } from "../../web/sign-in-reason.ts";
import { identityCalls } from "../calls.ts";
import { passkeyBoxes, undoPage, undoView } from "../pages.ts";
import type { Identity } from "../parts.ts";
import { findUndoable, undo } from "../undo.ts";
import { identityPageInput, linkOf } from "./page-input.ts";

/** The page of a link that undoes a change, and its call. */
export function undoRoutes({ render, config, dates }: Shop, identity: Identity): Routes {
  const party = relyingPartyOf(config.publicUrl);
  const renderUndo = async (req: Request, res: Response, token: string, refusal?: Refusal) => {
    const input = identityPageInput(req, res, refusal);
    const undoable = await findUndoable(identity, party, token);
    const undoState = undoable && { ...undoable, passkeys: passkeyBoxes(input, undoable.passkeys, dates) };
    return render(undoView, undoPage(input, token, undoState));
  };
  const screen: RequestHandler = async (req, res) => {
    const token = linkOf(req.query.token) ?? "";
    // A token in an address must not leak to other sites by the referrer.
    res.setHeader("Referrer-Policy", "same-origin");
    sendPage(res, await renderUndo(req, res, token));
  };
  const undoing: RequestHandler = async (req, res) => {
    const body = readBody(identityCalls.undoChange, req);
    const outcome = body.ok ? await undo(identity, body.value, eventSourceOf(req)) : body;
    if (outcome.ok) setSignInReason(req, res, "password");
    const rerender = (refusal: Refusal) => renderUndo(req, res, linkOf(req.typed.token) ?? "", refusal);
    await respond(req, res, outcome, { next: signInPath, rerender });
  };
  return routes(screenRoute(undoPath, screen), callRoute(identityCalls.undoChange, undoing));
}
