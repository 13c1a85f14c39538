import { useEffect, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import type { ScrollArrowsProps } from "./scroll-arrows.props.ts";

const named = (id: string) => document.getElementById(id) as HTMLElement;

/**
 * Scroll a list by its visible width. At an end one is disabled but keeps the focus; where nothing
 * overflows both are, and the stylesheet hides them.
 */
export default function ScrollArrows({ of, name }: ScrollArrowsProps) {
  // 1 at the start, 2 at the end, 3 when all is visible; a pixel is rounding.
  const [ends, setEnds] = useState(1);
  useEffect(() => {
    const list: HTMLElement | null = named(of);
    // Missing when loading of the page was stopped.
    if (!list) return;
    const updateEnds = () => {
      const before = list.scrollLeft;
      const after = list.scrollWidth - list.clientWidth - before;
      setEnds((before < 2 ? 1 : 0) + (after < 2 ? 2 : 0));
    };
    const sizes = new ResizeObserver(updateEnds);
    sizes.observe(list);
    list.onscroll = updateEnds;
    return () => sizes.disconnect();
  }, [of]);
  const arrow = (turn: "left" | "right", label: string, end: number) => (
    <button
      type="button"
      className="arrow"
      aria-label={`${label}: ${name}`}
      aria-disabled={(ends & end) > 0}
      onClick={() => named(of).scrollBy(named(of).clientWidth * (end > 1 ? 1 : -1), 0)}
    >
      <Icon name="chevron" turn={turn} />
    </button>
  );
  return (
    <>
      {arrow("left", "Previous", 1)}
      {arrow("right", "Next", 2)}
    </>
  );
}
