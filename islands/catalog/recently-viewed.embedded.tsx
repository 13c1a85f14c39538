import { useEffect, useState } from "react";
import { fetchHtml } from "server-islands/html";
import { cardsPath } from "../../server/catalog/paths.ts";
import { recentIds } from "../stores/recent.ts";
import type { EmbeddedRecentlyViewedProps } from "./recently-viewed.props.embedded.ts";

/** A row of products with a heading; empty if no other product was viewed, or if loading fails. */
export default function RecentlyViewed({ productId }: EmbeddedRecentlyViewedProps) {
  const [html, show] = useState("");
  useEffect(() => {
    const ids = recentIds().filter((id) => id && id !== productId);
    if (ids[0]) fetchHtml(`${cardsPath}?ids=${ids.join("&ids=")}`).then(show, () => {});
  }, [productId]);
  if (!html) return null;
  return (
    <section className="recent" aria-labelledby="recent-title">
      <h2 id="recent-title">Recently viewed</h2>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the shop's own HTML, fetched in the one trusted way */}
      <ul className="grid-products" dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  );
}
