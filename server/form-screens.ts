import type { Request, RequestHandler } from "express";
import { calls } from "./calls.ts";
import { cartAdditionPath, cartPath, createPath, linePath } from "./checkout/cart-paths.ts";
import { checkoutOfCookie } from "./checkout/cookie.ts";
import {
  billingPath,
  emailPath,
  lineRemovalPath,
  lineStepPath,
  methodPath,
  orderNotePath,
  paymentLinkPath,
  paymentPath,
  promoPath,
  type Step,
  shippingPath,
  stepPath,
} from "./checkout/paths.ts";
import * as customers from "./customers/paths.ts";
import {
  dashboardPath,
  profileFieldPath,
  profilePath,
  reauthenticatePath,
  recentProofPath,
  settingsPath,
  signInPath,
} from "./customers/paths.ts";
import * as identity from "./identity/paths.ts";
import { againPath, cancelationPath, cancelationRequestPath, orderPath, returnRequestPath } from "./orders/paths.ts";
import { refuse } from "./outcome.ts";
import { homePath, isApiPath } from "./paths.ts";
import * as staff from "./staff/paths.ts";
import type { Call } from "./web/call.ts";
import { respond } from "./web/respond.ts";
import { patternOf } from "./web/routes.ts";
import { favouriteFormPath, favouritePath, wishlistPath } from "./wishlist/paths.ts";

const step = (name: Step) => stepPath(name, ":checkoutId");

/**
 * The screen with the form of a call, by the call's path; `:checkoutId` stands for this browser's.
 * Calls whose path is also a screen's are not listed.
 */
const formScreens: Readonly<Record<string, string>> = {
  [cartAdditionPath]: cartPath,
  [createPath]: cartPath,
  [orderNotePath]: cartPath,
  [linePath]: cartPath,
  [lineStepPath("increase")]: cartPath,
  [lineStepPath("decrease")]: cartPath,
  [lineRemovalPath]: cartPath,
  [emailPath]: step("contact"),
  [shippingPath]: step("shipping"),
  [methodPath]: step("shipping_method"),
  [billingPath]: step("payment"),
  [paymentPath]: step("payment"),
  [paymentLinkPath]: step("payment"),
  [promoPath("add")]: step("payment"),
  [promoPath("remove")]: step("payment"),
  [customers.addressPath]: settingsPath,
  [customers.defaultAddressPath]: settingsPath,
  [customers.sessionPath]: settingsPath,
  [customers.sessionsPath]: settingsPath,
  [customers.disablePath]: settingsPath,
  [customers.exportPath]: settingsPath,
  [customers.avatarPath]: profilePath,
  [profileFieldPath(":field")]: profilePath,
  [againPath]: dashboardPath,
  [cancelationRequestPath]: dashboardPath,
  [returnRequestPath]: dashboardPath,
  [cancelationPath(":orderId")]: orderPath(":orderId"),
  [identity.passwordPath]: settingsPath,
  [identity.signInLinkPath]: signInPath,
  [identity.authenticatorCodePath]: identity.authenticatorPath,
  [identity.authenticatorOffPath]: settingsPath,
  [identity.totpRemovalPath]: identity.secondStepPath,
  [identity.recoveryCodesPath]: settingsPath,
  [identity.newPasskeyPath]: settingsPath,
  [identity.passkeysPath]: settingsPath,
  [identity.passkeySignInPath]: signInPath,
  [identity.passkeyChallengePath]: signInPath,
  [identity.passkeyProofPath]: reauthenticatePath,
  [recentProofPath]: settingsPath,
  [identity.tokenPath]: signInPath,
  [identity.newUserPath]: signInPath,
  [identity.confirmationMailPath]: dashboardPath,
  [staff.staffSignOutPath]: staff.staffPath,
  [staff.staffAuthenticatorCodePath]: staff.staffAuthenticatorPath,
  [staff.staffRecoveryCodesPath]: staff.staffSecurityPath,
  [staff.staffPasskeysPath]: staff.staffSecurityPath,
  [staff.staffNewPasskeyPath]: staff.staffSecurityPath,
  [staff.staffPasskeyRemovalPath]: staff.staffSecurityPath,
  [staff.staffPasskeyChallengePath]: staff.staffSignInPath,
  [staff.staffPasskeySignInPath]: staff.staffSignInPath,
  [staff.staffUndoPath(":id")]: staff.staffPath,
  [staff.staffViewsPath]: staff.staffPath,
  [staff.staffViewPath(":id")]: staff.staffPath,
  [staff.staffViewRemovalPath(":id")]: staff.staffPath,
  [staff.staffPersonLinkPath(":id")]: staff.staffPersonPath(":id"),
  [staff.staffPersonRemovalPath(":id")]: staff.staffPersonPath(":id"),
  [staff.staffRoleRemovalPath(":id")]: staff.staffRolePath(":id"),
  ...Object.fromEntries(
    staff.orderActions.map((action) => [staff.staffOrderActionPath(":number", action), staff.staffOrderPath(":number")]),
  ),
  ...Object.fromEntries(
    staff.phoneOrderSteps.map((step) => [staff.staffPhoneOrderStepPath(":id", step), staff.staffPhoneOrderPath(":id")]),
  ),
  [staff.staffCustomerSignOutPath(":key")]: staff.staffCustomerPath(":key"),
  [staff.staffCustomerExportPath(":key")]: staff.staffCustomerPath(":key"),
  [staff.staffCustomerErasurePath(":key")]: staff.staffCustomerPath(":key"),
  [staff.staffCustomerNotesPath(":key")]: staff.staffCustomerPath(":key"),
  [staff.staffCustomerNoteRemovalPath(":key")]: staff.staffCustomerPath(":key"),
  [staff.staffReviewDecisionPath(":id")]: staff.staffReviewPath(":id"),
  [staff.staffBannerPicturePath(":id")]: staff.staffBannerPath(":id"),
  [staff.staffLogoPath]: staff.staffSettingsPath,
  [staff.staffLogoRemovalPath]: staff.staffSettingsPath,
  [staff.staffBannerRemovalPath(":id")]: staff.staffBannerPath(":id"),
  [staff.staffCategoryMovePath(":id")]: staff.staffCategoriesPath,
  [staff.staffMethodOrderPath]: staff.staffRulesPath("methods"),
  [staff.staffCategoryRemovalPath(":id")]: staff.staffCategoryPath(":id"),
  [staff.staffTextAddressPath(":slug")]: staff.staffTextPath(":slug"),
  [staff.staffTextRemovalPath(":slug")]: staff.staffTextPath(":slug"),
  [staff.staffEmailResetPath(":kind")]: staff.staffEmailPath(":kind"),
  [staff.staffRedirectsPath]: staff.staffPagesPath,
  [staff.staffRedirectLinesPath]: staff.staffPagesPath,
  [staff.staffRedirectRemovalPath]: staff.staffPagesPath,
  [staff.staffJobRetryPath(":id")]: staff.staffJobsPath,
  [staff.staffJobsRetryPath]: staff.staffJobsPath,
  [staff.staffPaymentLookUpPath(":id")]: staff.staffPaymentsPath,
  ...Object.fromEntries(
    (["promos", "zones", "methods", "taxes", "gifts"] as const).map((kind) => [
      staff.staffRuleRemovalPath(kind, ":id"),
      staff.staffRulePath(kind, ":id"),
    ]),
  ),
  [staff.staffSweepPath]: staff.staffPaymentsPath,
  [staff.staffOrphanReturnPath]: staff.staffPaymentsPath,
  [staff.staffOrphansAcceptPath]: staff.staffPaymentsPath,
  [staff.staffUndoPath(":id")]: staff.staffPath,
  [staff.staffImportStartPath(":id")]: staff.staffImportPath(":id"),
  [staff.staffImportCancelPath(":id")]: staff.staffImportPath(":id"),
  [staff.staffBulkUndoPath(":id")]: staff.staffBulkRunPath(":id"),
  [staff.staffPictureUploadPath(":id")]: staff.staffPicturesPath(":id"),
  [staff.staffAdjustmentPath(":id")]: staff.staffVariantStockPath(":id"),
  [staff.staffMovementUndoPath(":id")]: staff.staffVariantStockPath(":id"),
  [staff.staffCountEntryPath(":id")]: staff.staffCountPath(":id"),
  [staff.staffCountClearPath(":id")]: staff.staffCountPath(":id"),
  [staff.staffCountPostingPath(":id")]: staff.staffCountPath(":id"),
  [staff.staffCountDiscardPath(":id")]: staff.staffCountPath(":id"),
  [favouritePath(":productId")]: wishlistPath,
  [favouriteFormPath]: wishlistPath,
};

type PathMethods = { path: string; pattern: RegExp; methods: readonly string[] };

const knownPaths: readonly PathMethods[] = [...new Set(Object.values(calls).map(({ path }) => path))].map((path) => ({
  path,
  pattern: patternOf(path),
  methods: Object.values(calls)
    .filter((call) => call.path === path)
    .map(({ method }) => method),
}));

const parametersIn = ({ path }: Call): number => path.split(":").length - 1;

/** Paths with fewer parameters come first: `/address` before `/:field`. */
const callPatterns = Object.values(calls)
  .toSorted((one, other) => parametersIn(one) - parametersIn(other))
  .map((call) => ({ call, pattern: patternOf(call.path) }));

/** The call of a method and a path without prefix. */
export function callAt(method: string, path: string): Call | undefined {
  const callMethod = method === "HEAD" ? "GET" : method;
  return callPatterns.find(({ call, pattern }) => call.method === callMethod && pattern.test(path))?.call;
}

/** Whether a path is a call's, with or without a final slash; case-sensitive. */
export const isCallPath = (path: string): boolean => knownPaths.some(({ pattern }) => pattern.test(path));

/**
 * Answers a read of a call that only changes something, such as the address of a refused form that
 * is opened again. People are redirected to the form's screen, programs are told the methods.
 */
export const leadReadToScreen: RequestHandler = (req, res, next) => {
  const knownPath =
    req.method === "GET" || req.method === "HEAD" ? knownPaths.find(({ pattern }) => pattern.test(req.path)) : undefined;
  if (!knownPath || knownPath.methods.includes("GET")) return next();
  if (req.accepts(isApiPath(req.path) ? ["json", "html"] : ["html", "json"]) === "html")
    return res.redirect(303, screenFor(knownPath, req));
  const allowed = knownPath.methods.join(", ");
  res.setHeader("Allow", allowed);
  respond(req, res, refuse("wrong_method", `This address accepts only ${allowed}.`)).catch(next);
};

function screenFor({ path, pattern }: PathMethods, req: Request): string {
  const screen = formScreens[path] ?? homePath;
  const checkoutId = checkoutOfCookie(req);
  if (screen.includes(":checkoutId") && checkoutId === undefined) return cartPath;
  const parameters: Record<string, string | undefined> = { ...pattern.exec(req.path)?.groups, checkoutId };
  return screen.replaceAll(/:(\w+)/g, (_, name: string) => parameters[name] ?? "");
}
