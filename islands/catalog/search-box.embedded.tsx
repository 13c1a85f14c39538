import { useEffect, useRef } from "react";
import { collectionsPath } from "../../server/catalog/paths.ts";
import { Icon } from "../ui/icon.tsx";
import { suggest } from "./search-box.tsx";

/**
 * A search form of the shop with suggestions; the shop's own pages use views/layouts/search.hbs.
 */
export default function SearchBox() {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => suggest(list.current as HTMLDivElement), []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: an element `search` is no form, and older browsers lack it
    <form className="search" action={collectionsPath} role="search">
      <input
        className="input"
        name="q"
        placeholder="Search the shop"
        aria-label="Search the shop"
        autoComplete="off"
        enterKeyHint="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded="false"
        aria-controls="suggestions"
      />
      <button className="button button--icon" type="submit" aria-label="Search">
        <Icon name="search" />
      </button>
      <div className="search__found">
        <div id="suggestions" role="listbox" aria-label="Suggestions" ref={list} />
      </div>
      <output className="visually-hidden" name="found" />
    </form>
  );
}
