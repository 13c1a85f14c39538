import type { Request, RequestHandler, Response } from "express";
import { recordSecurityEvent } from "../../customers/security-events.ts";
import { transact } from "../../db/transaction.ts";
import type { Refusal } from "../../outcome.ts";
import { ok } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { nextPath } from "../../web/next-path.ts";
import { readBody } from "../../web/read.ts";
import { requestSource } from "../../web/request-source.ts";
import { RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { formToken } from "../../web/token.ts";
import { staffCalls } from "../calls.ts";
import { staffJoinPath, staffNext, staffSecurityPath, staffSignInPath } from "../paths.ts";
import { staffSubject } from "../people/people.ts";
import { findInvited, join } from "./join.ts";
import { deleteStaffSession } from "./queries/sessions.ts";
import { enter, leave, type StaffParts } from "./require-staff.ts";
import { signInStaff } from "./sign-in.ts";
import { joinPage, joinView, staffSignInPage, staffSignInView } from "./sign-in-pages.ts";

/** The reasons for showing the sign-in, which its address names. */
const notices: Readonly<Record<string, string>> = {
  over: "You’re signed out.",
  joined: "Your password is set. Now sign in with your passkey, or with the password and a code of your app.",
};

const noticeOf = (name: unknown) => (typeof name === "string" && Object.hasOwn(notices, name) ? notices[name] : undefined);

/** Renders the sign-in page, with the refusal if the sign-in was refused. */
export const signInRenderer =
  (render: Shop["render"]) =>
  (req: Request, res: Response, refusal?: Refusal): string =>
    render(
      staffSignInView,
      staffSignInPage({
        token: formToken(req, res),
        next: nextPath(req.typed.next ?? req.query.next),
        refusal,
        typed: req.typed,
        notice: noticeOf(req.query.notice),
      }),
    );

/** Routes to sign in and out, and of a link that sets a password. */
export function staffSignInRoutes({ render, db, now }: Shop, parts: StaffParts): Routes {
  const renderSignIn = signInRenderer(render);
  const signInScreen: RequestHandler = (req, res) => {
    if (req.staff) return res.redirect(303, staffNext(nextPath(req.query.next)));
    sendPage(res, renderSignIn(req, res));
  };
  const signingIn: RequestHandler = async (req, res) => {
    const body = readBody(staffCalls.signInStaff, req);
    const entered = body.ok ? await signInStaff(parts, body.value, requestSource(req)) : body;
    if (entered.ok) await enter(parts, req, res, entered.value.token);
    const rerender = (refusal: Refusal) => renderSignIn(req, res, refusal);
    await respond(req, res, entered, { next: staffNext(nextPath(req.typed.next)), rerender, data: () => ({}) });
  };
  const signingOut: RequestHandler = async (req, res) => {
    const { staff } = req;
    if (req.staleToken) throw new RefusedPage(req.staleToken);
    if (staff) {
      const event = {
        kind: "signed-out",
        source: { actor: { kind: "staff", id: staff.staffId }, origin: requestSource(req) },
      } as const;
      await transact(db, async (tx) => {
        await deleteStaffSession(tx, staff.tokenHash);
        await recordSecurityEvent(tx, staffSubject(staff.staffId), event, now());
      });
      leave(req, res);
    }
    await respond(req, res, ok({}), { next: `${staffSignInPath}?notice=over` });
  };
  const renderJoin = async (req: Request, res: Response, refusal?: Refusal) => {
    const link = readText(req.typed.token ?? req.query.token);
    const person = await findInvited(db, link, now());
    return render(joinView, joinPage({ token: formToken(req, res), link, person, refusal, typed: req.typed }));
  };
  const joinScreen: RequestHandler = async (req, res) => sendPage(res, await renderJoin(req, res));
  const joining: RequestHandler = async (req, res) => {
    const body = readBody(staffCalls.joinStaff, req);
    const joined = body.ok ? await join(parts, body.value, requestSource(req)) : body;
    const session = joined.ok ? joined.value.session : undefined;
    if (session !== undefined) await enter(parts, req, res, session);
    await respond(req, res, joined, {
      next: session === undefined ? `${staffSignInPath}?notice=joined` : staffSecurityPath,
      rerender: (refusal) => renderJoin(req, res, refusal),
      data: () => ({}),
    });
  };
  return routes(
    screenRoute(staffSignInPath, signInScreen),
    callRoute(staffCalls.signInStaff, signingIn),
    callRoute(staffCalls.signOutStaff, signingOut),
    screenRoute(staffJoinPath, joinScreen),
    callRoute(staffCalls.joinStaff, joining),
  );
}
