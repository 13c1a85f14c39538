import { type Request, type RequestHandler, Router } from "express";
import type { Call, Method } from "./call.ts";
import { sameOrigin, token } from "./token.ts";

/** Any handler, with any path parameters. */
type Handler = RequestHandler<never>;

/** `USE` serves files at every path with this prefix. */
export type Route = { method: Method | "USE"; path: string; call?: Call; handlers: readonly Handler[] };

/** A router that lists its routes. */
export type Routes = Router & { routes: readonly Route[] };

const guards = { csrf: token, origin: sameOrigin };

/** A page at a path in Express's syntax. */
export const screenRoute = (path: string, ...handlers: readonly Handler[]): Route => ({ method: "GET", path, handlers });

/** Files below a path. */
export const fileRoutes = (path: string, ...handlers: readonly Handler[]): Route => ({ method: "USE", path, handlers });

/** A call behind its guard. */
export const callRoute = (call: Call, ...handlers: readonly Handler[]): Route => {
  const { method, path, guard } = call;
  return { method, path, call, handlers: guard ? [guards[guard], ...handlers] : handlers };
};

/** A route with handlers before its guard, such as a parser of its own. */
export const behind = (first: readonly Handler[], route: Route): Route => ({ ...route, handlers: [...first, ...route.handlers] });

const isRoutes = (part: RequestHandler | Routes): part is Routes => "routes" in part;

/** The routes among an app's or a router's handlers. */
export const routesIn = (handlers: readonly RequestHandler[]): readonly Route[] =>
  handlers.flatMap((handler) => (isRoutes(handler) ? handler.routes : []));

/** A pattern for a route's path, with or without a final slash. */
export const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replaceAll(".", "\\.")
      .replace(/\/$/, "")
      .replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}/?$`,
  );

/** Returns a function that finds the route of a request and returns its path. */
export function routeFinder(all: readonly Route[]): (req: Request) => string | undefined {
  const patterns = all.map(({ method, path }) => ({ method, path, pattern: patternOf(path) }));
  return ({ method, path }) => {
    const callMethod = method === "HEAD" ? "GET" : method;
    const canonical = path.replace(/^.*(?=\/(?:storefront|identity)\/)/, "");
    return patterns.find((route) => route.method === callMethod && route.pattern.test(canonical))?.path;
  };
}

/** Registers all routes: middleware, single routes and other features' routers, in their order. */
export function routes(...parts: readonly (Route | RequestHandler)[]): Routes {
  const router = Router({ caseSensitive: true });
  const mounted = parts.flatMap((part): readonly Route[] => {
    if (typeof part === "function") {
      router.use(part);
      return routesIn([part]);
    }
    const register = router[part.method.toLowerCase() as Lowercase<Route["method"]>].bind(router);
    register(part.path, ...(part.handlers as readonly RequestHandler[]));
    return [part];
  });
  return Object.assign(router, { routes: mounted });
}
