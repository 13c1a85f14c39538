import { type Outcome, ok, refuse } from "../../outcome.ts";
import { linkFault, pathOf } from "./link.ts";

/** An address that the shop had once, and the one in its place. */
export type Redirect = { path: string; target: string };

const root = "/storefront/";
const longest = 300;

/** The old address as it is stored: below `/storefront/`, without a query, with a final slash. */
export function redirectPath(typed: string): Outcome<string> {
  const text = typed.trim();
  const path = pathOf(text);
  if (path === undefined || !path.startsWith(root) || path === root || /[?#]/.test(text))
    return refuse("invalid", "The old address must be a path below /storefront/, without ? or #.");
  if (path.length > longest) return refuse("invalid", `The old address can have up to ${longest} characters.`);
  return /[^\x21-\x7e]|\/\/|\/\.{1,2}\//.test(path)
    ? refuse("invalid", "Type the old address as the browser shows it.")
    : ok(path);
}

export function redirectTarget(typed: string): Outcome<string> {
  const text = typed.trim();
  const fault = linkFault(text);
  return fault ? refuse("invalid", `The new address ${fault}`) : ok(text);
}

/**
 * The target that a redirect may have: what `next` leads on to is led to at once, so that no shopper
 * is redirected twice. Refuses what would lead back.
 */
export function collapsedTarget({ path, target }: Redirect, next: string | undefined): Outcome<string> {
  const last = next ?? target;
  return pathOf(target) === path || pathOf(last) === path
    ? refuse("invalid", "The new address leads back to the old one.")
    : ok(last);
}
