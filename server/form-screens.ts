import type { Request, RequestHandler } from "express";
import { calls } from "./calls.ts";
import { cartPath } from "./checkout/cart-paths.ts";
import { checkoutOfCookie } from "./checkout/cookie.ts";
import { refuse } from "./outcome.ts";
import { homePath, isApiPath } from "./paths.ts";
import type { Call } from "./web/call.ts";
import { respond } from "./web/respond.ts";
import { patternOf } from "./web/routes.ts";

type CallPath = { pattern: RegExp; methods: readonly string[]; screen: string };

const callPaths: readonly CallPath[] = [...Map.groupBy(Object.values(calls), ({ path }) => path)].map(([path, atPath]) => ({
  pattern: patternOf(path),
  methods: atPath.map(({ method }) => method),
  screen: atPath.find(({ screen }) => screen !== undefined)?.screen ?? homePath,
}));

const parametersIn = ({ path }: Call): number => path.split(":").length - 1;

/** Paths with fewer parameters come first: `/address` before `/:field`. */
const callPatterns = Object.values(calls)
  .toSorted((one, other) => parametersIn(one) - parametersIn(other))
  .map((call) => ({ call, pattern: patternOf(call.path) }));

/** Finds the API call with this method and this path, which has no prefix. HEAD counts as GET. */
export function callAt(method: string, path: string): Call | undefined {
  const callMethod = method === "HEAD" ? "GET" : method;
  return callPatterns.find(({ call, pattern }) => call.method === callMethod && pattern.test(path))?.call;
}

/** Whether a path is the path of a call, with or without a final slash; case-sensitive. */
export const isCallPath = (path: string): boolean => callPaths.some(({ pattern }) => pattern.test(path));

/**
 * Answers a GET for a call that only changes data, for example if somebody opens the address of a
 * refused form again. People are redirected to the form's screen; programs get the allowed methods.
 */
export const leadReadToScreen: RequestHandler = (req, res, next) => {
  const call =
    req.method === "GET" || req.method === "HEAD" ? callPaths.find(({ pattern }) => pattern.test(req.path)) : undefined;
  if (!call || call.methods.includes("GET")) return next();
  if (req.accepts(isApiPath(req.path) ? ["json", "html"] : ["html", "json"]) === "html")
    return res.redirect(303, screenFor(call, req));
  const allowed = call.methods.join(", ");
  res.setHeader("Allow", allowed);
  respond(req, res, refuse("wrong_method", `This address accepts only ${allowed}.`)).catch(next);
};

function screenFor({ pattern, screen }: CallPath, req: Request): string {
  const checkoutId = checkoutOfCookie(req);
  if (screen.includes(":checkoutId") && checkoutId === undefined) return cartPath;
  const parameters: Record<string, string | undefined> = { ...pattern.exec(req.path)?.groups, checkoutId };
  return screen.replaceAll(/:(\w+)/g, (_, name: string) => parameters[name] ?? "");
}
