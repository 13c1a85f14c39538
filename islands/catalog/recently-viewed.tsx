import { useEffect } from "react";
import { fetchHtml } from "server-islands/html";
import { recentIds } from "../stores/recent.ts";
import { markRestricted } from "../stores/ship-to.ts";
import type { RecentlyViewedProps } from "./recently-viewed.props.ts";

/**
 * Fills the list beside it. The stylesheet shows the list once it has items; it stays empty if no
 * other product was viewed, or if loading fails.
 */
export default function RecentlyViewed({ productId, cards }: RecentlyViewedProps) {
  useEffect(() => {
    const list = document.getElementById("recent") as HTMLElement;
    const ids = recentIds().filter((id) => id !== productId);
    const fill = (html: string) => {
      list.innerHTML = html;
      list.classList.toggle("carousel__track--few", !list.children[4]);
      markRestricted(list);
    };
    if (ids[0]) fetchHtml(`${cards}ids=${ids.join("&ids=")}`).then(fill, () => {});
  }, [productId, cards]);
  return null;
}

RecentlyViewed.needsPage = true;
