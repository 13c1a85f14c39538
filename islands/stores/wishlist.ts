import { atom } from "nanostores";
import type { Favourites } from "../../server/wishlist/calls.ts";
import { favouritePath, favouritesPath } from "../../server/wishlist/paths.ts";
import { type CallError, call } from "../call.ts";
import { readCookie } from "../ui/cookies.ts";
import { toast } from "./toasts.ts";

type Wishlist = {
  /**
   * who keeps the favourites: the server for customers, this browser for guests (acceptance
   * 167–169)
   */
  mode: "unknown" | "server" | "local";
  /** what is kept, the latest first; undefined until the browser's own list was read */
  ids?: readonly string[];
  /** hearts that are on their way, by product: whether it shall be a favourite */
  pressed: Readonly<Record<string, boolean>>;
};

export const $wishlist = atom<Wishlist>({ mode: "unknown", pressed: {} });

const change = (part: Partial<Wishlist>): void => $wishlist.set({ ...$wishlist.get(), ...part });

/**
 * The list of a guest (acceptance 172); what is damaged, or was written by something else, is none.
 */
function kept(): string[] {
  try {
    return JSON.parse(localStorage.favorites).filter((id: string) => /^[\w-]{1,64}$/.test(id));
  } catch {
    return [];
  }
}

/** A browser that keeps nothing for pages remembers hearts for as long as the page stands. */
function keep(ids: readonly string[]): void {
  try {
    localStorage.favorites = JSON.stringify(ids);
  } catch {}
}

const moved = (ids: readonly string[], id: string, liked?: boolean): readonly string[] => [
  ...(liked ? [id] : []),
  ...ids.filter((other) => other !== id),
];

/** For each heart that comes alive: the first one reads what there is to be known. */
export const openWishlist = (): void => void ($wishlist.get().ids || look());

/**
 * The server is asked only when this browser has spoken with it: a refusal would be an error in the
 * console of a first visit. The token with which it was refused is a guest's; signing in brings
 * another one.
 */
function look(): void {
  if ($wishlist.get().mode !== "server") change({ ids: kept() });
  const token = readCookie("csrftoken");
  if (token && token !== localStorage.guest) void work(true);
}

// Other tabs, and a page that comes back from the history.
for (const type of ["storage", "island:resume"]) globalThis.addEventListener?.(type, look, true);

let working = false;

/**
 * Asks for the list, when it is not known or to be asked anew, then sends what was pressed, one
 * after the other, until nothing is left.
 */
async function work(asks: boolean): Promise<void> {
  if (working) return;
  working = true;
  try {
    if (asks) openServer((await call<Favourites>("GET", favouritesPath)).wishlist);
    for (let next = nextPressed(); next; next = nextPressed()) await send(...next);
  } catch (error) {
    if ((error as CallError).code === "signed_out") openLocal();
    else change({ pressed: {} });
  }
  working = false;
}

const nextPressed = () => Object.entries($wishlist.get().pressed)[0];

/**
 * A customer's list; hearts that were pressed before this was known, or while nobody was signed in,
 * are on their way to it.
 */
export function openServer(ids: readonly string[]): void {
  // The latest one goes last, so that it stays the latest.
  const waiting = kept().reverse();
  const pressed = { ...Object.fromEntries(waiting.map((id) => [id, true])), ...$wishlist.get().pressed };
  change({ mode: "server", ids, pressed });
  void work(false);
}

export function openLocal(): void {
  change({ mode: "local", ids: kept(), pressed: {} });
  localStorage.guest = readCookie("csrftoken");
}

/**
 * Shows at once. Until it is known who keeps the list, this browser does, so that nothing is lost
 * when the page is left.
 */
export function setFavourite(id: string, liked: boolean): void {
  const { mode, ids = [], pressed } = $wishlist.get();
  if (mode !== "server") {
    change({ ids: moved(ids, id, liked) });
    keep(moved(ids, id, liked));
  }
  if (mode === "local") return;
  change({ pressed: { ...pressed, [id]: liked } });
  void work(mode === "unknown");
}

/**
 * A refusal puts the heart back, a shop that cannot be reached all of them. What was pressed
 * meanwhile stays, and goes next.
 */
async function send(id: string, liked: boolean): Promise<void> {
  try {
    await call(liked ? "POST" : "DELETE", favouritePath(id), undefined, { overlay: false, text: true });
    change({ ids: moved($wishlist.get().ids ?? [], id, liked) });
  } catch (error) {
    const { message, status } = error as CallError;
    toast("error", message);
    if (!status) throw error;
  }
  keep(moved(kept(), id));
  const { [id]: latest, ...pressed } = $wishlist.get().pressed;
  if (latest === liked) change({ pressed });
}
