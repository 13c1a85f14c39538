import { Component, type ComponentType, createElement, type ReactNode } from "react";
import type { Mount } from "./contract.ts";
import { readProps } from "./props.ts";
import { openRoot } from "./root.ts";
import { keepTyped } from "./typed.ts";

class Boundary extends Component<{ broke(error: unknown): void; children?: ReactNode }> {
  override state: { broke?: true } = {};
  static getDerivedStateFromError = () => ({ broke: true as const });
  override componentDidCatch(error: unknown) {
    this.props.broke(error);
  }
  override render() {
    return !this.state.broke && this.props.children;
  }
}

/**
 * Brings one element to life, at once. Its server's HTML is kept aside, because a failing hydration deletes it: whatever throws,
 * now or later, that HTML stands there again with what was typed in it.
 */
export const mount: Mount = (el, island, build, key, fail) => {
  const content = createElement(island.default as ComponentType<object>, readProps(el, island.as));
  const hydrating = el.dataset.ssr === build;
  const retype = keepTyped(el);
  const kept = [...(hydrating ? el.cloneNode(true) : el).childNodes];
  if (!hydrating) el.replaceChildren();
  let over = false;
  const end = () => {
    over = true;
    unmount();
    el.replaceChildren(...kept);
  };
  const broke = (error: unknown) =>
    queueMicrotask(() => {
      if (over) return;
      end();
      retype();
      fail(error);
    });
  const unmount = openRoot(el, createElement(Boundary, { broke }, content), key, hydrating);
  retype();
  return () => over || end();
};
