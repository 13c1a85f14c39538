import { Component, type ComponentType, createElement, type ReactNode, useEffect, useLayoutEffect } from "react";
import type { Mount } from "./contract.ts";
import { readProps } from "./props.ts";
import { openRoot, type Root } from "./root.ts";
import { keepTyped } from "./typed.ts";

class Boundary extends Component<{ broke(error: unknown): void; children?: ReactNode }> {
  override state = { broken: false };
  static getDerivedStateFromError = () => ({ broken: true });
  override componentDidCatch(error: unknown) {
    this.props.broke(error);
  }
  override render() {
    return this.state.broken ? null : this.props.children;
  }
}

function Alive({ drawn, ready, children }: { drawn(): void; ready(): void; children?: ReactNode }) {
  useLayoutEffect(drawn, [drawn]);
  useEffect(ready, [ready]);
  return children;
}

/**
 * Brings one element to life. Its server's HTML is kept aside, because a failing hydration deletes it: whatever throws, now or
 * later, that HTML stands there again with what was typed in it.
 */
export const mount: Mount = (el, island, { build, key, ready, fail }) => {
  const content = createElement(island.default as ComponentType<object>, readProps(el, island.as));
  const hydrating = el.dataset.ssr === build;
  const drawn = keepTyped(el);
  const kept = [...(hydrating ? el.cloneNode(true) : el).childNodes];
  if (!hydrating) el.replaceChildren();
  let root: Root | undefined;
  let over = false;
  const end = () => {
    over = true;
    root?.unmount();
    el.replaceChildren(...kept);
  };
  const broke = (error: unknown) =>
    queueMicrotask(() => {
      if (over) return;
      end();
      drawn();
      fail(error);
    });
  const living = createElement(Boundary, { broke }, createElement(Alive, { drawn, ready }, content));
  try {
    root = openRoot(el, living, key, hydrating);
  } catch (error) {
    broke(error);
  }
  return () => over || end();
};
