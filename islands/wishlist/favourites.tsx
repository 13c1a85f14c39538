import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { favouritesOn } from "../../server/wishlist/rules/paging.ts";
import { $wishlist, openLocal, openServer } from "../stores/wishlist.ts";
import type { FavouritesProps } from "./favourites.props.ts";
import { GuestCards } from "./guest-cards.tsx";
import { keepHeartFocus, restoreHeartFocus } from "./kept-heart-focus.ts";

// ms until the reload: enough time to undo.
const untilReload = 1500;

/**
 * Passes the page's list to the hearts, fetches a guest's cards, and reloads the page after
 * favourites were removed.
 */
export default function Favourites({ ids: ownIds, page, area }: FavouritesProps) {
  const { mode, ids = [] } = useStore($wishlist, { ssr: "initial" });
  const isKnown = mode !== "unknown";
  const [shownIds, show] = useState(ownIds ? favouritesOn(page, ownIds).ids : []);
  useEffect(() => (ownIds ? openServer(ownIds) : openLocal()), [ownIds]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more when a guest's cards are there
  useEffect(restoreHeartFocus, [shownIds]);
  const removedIds = isKnown && shownIds.filter((id) => !ids.includes(id)).join();
  useEffect(() => {
    if (!removedIds) return;
    const timer = setTimeout(() => {
      keepHeartFocus(removedIds.split(","));
      location.reload();
    }, untilReload);
    return () => clearTimeout(timer);
  }, [removedIds]);
  return isKnown && !ownIds ? <GuestCards ids={ids} page={page} area={area} show={show} /> : null;
}

Favourites.needsPage = true;
