import type { Request, RequestHandler, Response } from "express";
import { invalidFields, type Outcome, ok, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { requireFiles } from "../../web/body.ts";
import { isNative, respond, sendJson } from "../../web/respond.ts";
import { behind, callRoute, type Routes, routes } from "../../web/routes.ts";
import { token } from "../../web/token.ts";
import { changeAvatar, detachAvatar } from "../avatar.ts";
import { customerCalls, type SavedAvatar } from "../calls.ts";
import { profilePath } from "../paths.ts";
import { customerCall, customerOf } from "../require-customer.ts";
import { renderProfile } from "./profile.ts";
import { noPicture, pictureOf, readUpload } from "./upload.ts";

const hasToken = (req: Request) => (req.get("x-csrftoken") ?? req.get("x-csrf-token")) !== undefined;

/**
 * Checks a token in the header before the file is read. A form's token comes with the file, so it
 * is checked after the file.
 */
const tokenFirst: RequestHandler = (req, res, next) => (hasToken(req) ? token(req, res, next) : next());

/**
 * Shows a refusal beside the picture's field, except a stale token, which concerns the whole page.
 */
const inForm = (refusal: Refusal): Refusal =>
  refusal.code === "csrf" ? refusal : invalidFields([{ field: "avatar", message: refusal.error }]);

/**
 * Leaves a form without a file to the usual parsers: the form may be the one that removes the
 * picture.
 */
const withFile: RequestHandler = (req, _res, next) => next(req.is("application/x-www-form-urlencoded") ? "route" : undefined);

/**
 * The routes of the picture. `upload`, the only call with a file, is registered before the parsers
 * of all other calls; `form`, which removes the picture, is registered after them.
 */
export function avatarRoutes(shop: Shop): { upload: Routes; form: Routes } {
  /**
   * Answers `{url, message}` or `{error}` at the top level, as specified. A native form gets its
   * page again.
   */
  const answerUpload = async (req: Request, res: Response, outcome: Outcome<{ url: string }>) => {
    if (!isNative(req) && outcome.ok)
      return sendJson(res, 200, { ...outcome.value, message: "avatar saved correctly" } satisfies SavedAvatar);
    await respond(req, res, isNative(req) && !outcome.ok ? inForm(outcome) : outcome, {
      next: `${profilePath}?saved=avatar`,
      rerender: (refusal) => renderProfile(shop, req, res, { field: "avatar", refusal }),
    });
  };
  const uploading: RequestHandler = async (req, res) => {
    const picture = req.staleToken ?? pictureOf(req);
    const outcome = picture.ok ? await changeAvatar(shop, customerOf(req), picture.value) : picture;
    shop.notifyWorker();
    await answerUpload(req, res, outcome);
  };
  // A request without a file changes nothing, so no token is checked.
  const withoutFile: RequestHandler = (req, res) => answerUpload(req, res, noPicture);
  const removing: RequestHandler = async (req, res) => {
    const outcome: Outcome<object> = req.staleToken ?? ok({});
    if (outcome.ok) await detachAvatar(shop.db, customerOf(req), shop.now());
    shop.notifyWorker();
    const rerender = (refusal: Refusal) => renderProfile(shop, req, res, { field: "avatar", refusal });
    await respond(req, res, outcome, { next: `${profilePath}?saved=no-avatar`, rerender });
  };
  return {
    upload: routes(
      behind([withFile, customerCall, tokenFirst, requireFiles, readUpload], callRoute(customerCalls.saveAvatar, uploading)),
    ),
    form: routes(
      callRoute(customerCalls.saveAvatar, customerCall, withoutFile),
      callRoute(customerCalls.removeAvatar, customerCall, removing),
    ),
  };
}
