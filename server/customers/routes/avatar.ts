import { type Request, type RequestHandler, type Response, Router } from "express";
import { type Outcome, type Refusal, someErrors } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { answer, isNative, sendJson } from "../../web/answer.ts";
import { customerCall, customerOf } from "../../web/customer.ts";
import { token } from "../../web/token.ts";
import { changeAvatar } from "../avatar.ts";
import { profilePath } from "../pages/profile.ts";
import { drawProfile } from "./profile.ts";
import { pictureOf, readUpload } from "./upload.ts";

const hasToken = (req: Request) => (req.get("x-csrftoken") ?? req.get("x-csrf-token")) !== undefined;

/** A token in the header is checked before a byte of the file is read; a form's own comes with the file. */
const tokenFirst: RequestHandler = (req, res, next) => (hasToken(req) ? token(req, res, next) : next());
const tokenThen: RequestHandler = (req, res, next) => (hasToken(req) ? next() : token(req, res, next));

/** Words of a picture's own stand beside its field; a stale token concerns the whole page. */
const inForm = (refusal: Refusal): Refusal =>
  refusal.code ? refusal : someErrors([{ field: "avatar", message: refusal.error }]);

/** The one call that takes a file: it stands before the parsers of all others. */
export function avatarRoutes(shop: Shop): Router {
  /** `{url, message}` or `{error}` at the top level, as specified; a native form sees its page again. */
  const answerUpload = async (req: Request, res: Response, outcome: Outcome<{ url: string }>) => {
    if (!isNative(req) && outcome.ok) return sendJson(res, 200, { ...outcome.value, message: "avatar saved correctly" });
    await answer(req, res, isNative(req) && !outcome.ok ? inForm(outcome) : outcome, {
      next: `${profilePath}?saved=avatar`,
      again: (refusal) => drawProfile(shop, req, res, { field: "avatar", refusal }),
    });
  };
  const uploading: RequestHandler = async (req, res) => {
    const picture = req.staleToken ?? pictureOf(req);
    const outcome = picture.ok ? await changeAvatar(shop, customerOf(req), picture.value) : picture;
    shop.wake();
    await answerUpload(req, res, outcome);
  };
  return Router().post("/storefront/api/customers/avatar", customerCall, tokenFirst, readUpload, tokenThen, uploading);
}
