import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { fetchHtml } from "server-islands/html";
import { cardsPath } from "../../server/catalog/paths.ts";
import { lastPage } from "../../server/catalog/rules/paging.ts";
import { favouritesOn, favouritesPerPage } from "../../server/wishlist/rules/paging.ts";
import { markRestricted } from "../stores/ship-to.ts";
import { toast } from "../stores/toasts.ts";
import { setFavourite } from "../stores/wishlist.ts";

type Props = {
  ids: readonly string[];
  page: number;
  area: string | undefined;
  /** called with the favourites on the page */
  show: (ids: readonly string[]) => void;
};

/**
 * The cards of a guest's list, as it was when the page loaded. Products that no longer exist are
 * removed from the list. The page already contains the text for an empty list; the stylesheet shows
 * it beside an empty list (static/css/components/card.css).
 */
export function GuestCards({ ids, page, area, show }: Props) {
  const [{ page: current, ids: pageIds }] = useState(() => favouritesOn(page, ids));
  const [last] = useState(() => lastPage(ids.length, favouritesPerPage));
  const [html, setHtml] = useState(pageIds.length ? undefined : "");
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (pageIds.length) fetchCards(pageIds, area).then(setHtml, sayFailed);
  }, [pageIds, area]);
  useLayoutEffect(() => {
    if (html === undefined || !list.current) return;
    markRestricted(list.current);
    const listed = [...list.current.querySelectorAll<HTMLButtonElement>("[name=productId]")].map(({ value }) => value);
    for (const id of pageIds) if (!listed.includes(id)) setFavourite(id, false);
    show(listed);
  }, [html, pageIds, show]);
  if (html === undefined) return null;
  return (
    <>
      {html && <h2 className="visually-hidden">Products</h2>}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the shop's own HTML, fetched in the one trusted way */}
      <ul className="grid-products" ref={list} dangerouslySetInnerHTML={html ? { __html: html } : undefined} />
      {last > 1 && (
        <nav className="pager" aria-label="Pages of favorites">
          {current > 1 && <TurnLink to={address(current - 1, area)} name="Previous" />}
          {current < last && <TurnLink to={address(current + 1, area)} name="Next" />}
        </nav>
      )}
    </>
  );
}

const TurnLink = ({ to, name }: { to: string; name: string }) => (
  <a className="button button--secondary" href={to}>
    {name}
  </a>
);

const address = (page: number, area: string | undefined) => `?page=${page}${area ? `&ship_to=${area}` : ""}`;

const sayFailed = () => toast("error", "We couldn’t load your favorites. Please reload the page.");

function fetchCards(ids: readonly string[], area: string | undefined): Promise<string> {
  const query = new URLSearchParams(ids.map((id) => ["ids", id]));
  if (area) query.append("ship_to", area);
  return fetchHtml(`${cardsPath}?${query}`);
}
