import { join } from "node:path";
import { createApp } from "../../../server/app.ts";
import type { Shop } from "../../../server/shop.ts";

type Handler = { (req: object, res: object, next: () => void): unknown; stack?: Layer[] };
type Route = { path: string | RegExp | readonly (string | RegExp)[]; methods: Record<string, boolean> };
type Layer = { route?: Route; handle: Handler };

const named = (stack: readonly Layer[]): string[] =>
  stack.flatMap(({ route, handle }) => {
    if (!route) return named(handle.stack ?? []);
    const paths = [route.path].flat();
    return Object.keys(route.methods).flatMap((method) => paths.map((path) => `${method.toUpperCase()} ${path}`));
  });

/** Every route that the app answers, as Express itself has them, each once. */
export function routesOf(shop: Shop): string[] {
  const app = createApp(shop, join(import.meta.dirname, "../../../dist/static")) as unknown as { router: { stack: Layer[] } };
  return [...new Set(named(app.router.stack))].sort();
}
