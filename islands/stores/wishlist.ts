import { atom } from "nanostores";
import type { Favourites } from "../../server/wishlist/calls.ts";
import { favouritePath, favouritesPath } from "../../server/wishlist/paths.ts";
import { type CallError, call, isSignedOut } from "../call.ts";
import { readCookie } from "../ui/cookies.ts";
import { showFailure } from "../ui/failure.ts";
import { prefixed } from "../ui/prefixed.ts";

type Wishlist = {
  /**
   * where favourites are stored: on the server for customers, in this browser for guests
   * (requirements 167–169)
   */
  mode: "unknown" | "server" | "local";
  /** the stored list, the latest first; undefined until the browser's own list was read */
  ids?: readonly string[];
  /** pressed hearts that are not sent yet: for each product, whether it becomes a favourite */
  pressed: Readonly<Record<string, boolean>>;
};

export const $wishlist = atom<Wishlist>({ mode: "unknown", pressed: {} });

const change = (part: Partial<Wishlist>): void => $wishlist.set({ ...$wishlist.get(), ...part });

/** The list of a guest (requirement 172); a damaged or foreign value is ignored. */
function kept(): string[] {
  try {
    return JSON.parse(localStorage[prefixed("favorites")]).filter((id: string) => /^[\w-]{1,64}$/.test(id));
  } catch {
    return [];
  }
}

/** Without storage the page remembers hearts until it is left. */
function keep(ids: readonly string[]): void {
  try {
    localStorage[prefixed("favorites")] = JSON.stringify(ids);
  } catch {}
}

const withLiked = (ids: readonly string[], id: string, liked?: boolean): readonly string[] => [
  ...(liked ? [id] : []),
  ...ids.filter((other) => other !== id),
];

/** Called by each heart that mounts: the first one loads the list. */
export const openWishlist = (): void => void ($wishlist.get().ids || look());

/**
 * Asks the server only if this browser has an anti-forgery token: on a first visit the refusal
 * would be an error in the console. A token for which the server refused the list belongs to a
 * guest, and is not tried again. Signing in gives another token.
 */
function look(): void {
  if ($wishlist.get().mode !== "server") change({ ids: kept() });
  const token = readCookie("csrftoken");
  if (token && token !== localStorage[prefixed("guest")]) void work(true);
}

// Looks again after changes in other tabs, and on pages from the back-forward cache.
for (const type of ["storage", "island:resume"]) globalThis.addEventListener?.(type, look, true);

let syncing = false;

/**
 * Loads the list if it is needed, then sends the pressed hearts one after the other, until none is
 * left.
 */
async function work(asks: boolean): Promise<void> {
  if (syncing) return;
  syncing = true;
  try {
    if (asks) openServer((await call<Favourites>("GET", favouritesPath)).wishlist);
    for (let next = nextPressed(); next; next = nextPressed()) await send(...next);
  } catch (error) {
    if (isSignedOut(error)) openLocal();
    else change({ pressed: {} });
  }
  syncing = false;
}

const nextPressed = () => Object.entries($wishlist.get().pressed)[0];

/** Uses a customer's list from now on, and sends it the hearts that were pressed before. */
export function openServer(ids: readonly string[]): void {
  // The latest favourite is sent last, so that it stays the latest.
  const waiting = kept().reverse();
  const pressed = { ...Object.fromEntries(waiting.map((id) => [id, true])), ...$wishlist.get().pressed };
  change({ mode: "server", ids, pressed });
  void work(false);
}

export function openLocal(): void {
  change({ mode: "local", ids: kept(), pressed: {} });
  localStorage[prefixed("guest")] = readCookie("csrftoken");
}

/**
 * Shows a heart's change at once. Until the mode is known, the list is stored in this browser, so
 * that nothing is lost if the page is left.
 */
export function setFavourite(id: string, liked: boolean): void {
  const { mode, ids = [], pressed } = $wishlist.get();
  if (mode !== "server") {
    change({ ids: withLiked(ids, id, liked) });
    keep(withLiked(ids, id, liked));
  }
  if (mode === "local") return;
  change({ pressed: { ...pressed, [id]: liked } });
  void work(mode === "unknown");
}

/**
 * Sends a heart's change. A refusal restores this heart; a failed connection restores all hearts.
 * Hearts pressed meanwhile are sent next.
 */
async function send(id: string, liked: boolean): Promise<void> {
  try {
    await call(liked ? "POST" : "DELETE", favouritePath(id), undefined, { overlay: false, text: true });
    change({ ids: withLiked($wishlist.get().ids ?? [], id, liked) });
  } catch (error) {
    showFailure(error);
    // The sign-in adds this browser's list to the customer's.
    if (isSignedOut(error)) keep(withLiked(kept(), id, liked));
    if (isSignedOut(error) || !(error as CallError).status) throw error;
  }
  keep(withLiked(kept(), id));
  const { [id]: latest, ...pressed } = $wishlist.get().pressed;
  if (latest === liked) change({ pressed });
}
