import type { ComponentType, ReactNode } from "react";
import { jsx } from "react/jsx-runtime";
import { aliveMarker, watchChanges } from "./changes.ts";
import type { Mount } from "./contract.ts";
import { recordSamePlaces } from "./places.ts";
import { readProps } from "./props.ts";
import { Component, openRoot } from "./root.ts";
import { captureTyped, fields, isShown } from "./typed.ts";

const busyButton = ":disabled,[aria-busy=true],[aria-disabled=true]";

class Boundary extends Component<{ onError(error: unknown): void; keepTyped(): void; children?: ReactNode }> {
  override state: { failed?: true } = {};
  static getDerivedStateFromError = () => ({ failed: true as const });
  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    this.props.keepTyped();
    return false;
  }
}

/**
 * Mounts an island on one element, synchronously. The server's HTML is kept, since a failing
 * hydration deletes it. After any error, now or later, the server's HTML is restored with the typed
 * values.
 */
export const mount: Mount = (el, island, key, fail, report, parts) => {
  // React tells of an error after the boundary has rendered nothing, Preact before that.
  const keepTyped = () => {
    if (isMounted && el.querySelector(fields)) restoreTyped = captureTyped(el, recordSamePlaces(el), parts, isShown);
  };
  const onError = (error: unknown) => {
    keepTyped();
    queueMicrotask(() => {
      if (ended) return;
      end();
      restoreTyped();
      fail(error);
    });
  };
  const content = () => {
    // If nothing completes the props, `Object` returns them unchanged.
    const props = (parts.completeProps ?? Object)(readProps(el), el);
    return jsx(Boundary, { onError, keepTyped, children: jsx(island.default as ComponentType<object>, props) });
  };
  const update = () => {
    try {
      render(content());
    } catch (error) {
      report(error);
    }
  };
  const first = content();
  const hydrating = !parts.recordPlaces;
  const counterpart = (parts.recordPlaces ?? recordSamePlaces)(el);
  let restoreTyped = captureTyped(el, counterpart, parts);
  const serverNodes = [...(hydrating ? el.cloneNode(true) : el).childNodes];
  if (!hydrating) el.replaceChildren();
  let isMounted: boolean | undefined;
  let ended: boolean | undefined;
  const end = () => {
    ended = true;
    stopWatching();
    // A morph may have turned the element into another island, or into none: the new content is
    // then kept.
    const nodes = el.hasAttribute(aliveMarker) ? serverNodes : [...el.cloneNode(true).childNodes];
    render(null);
    el.replaceChildren(...nodes);
  };
  const render = openRoot(el, first, key, hydrating);
  restoreTyped();
  isMounted = true;
  const stopWatching = watchChanges(el, update, parts, report);
  return {
    unmount: () => ended || end(),
    find(target) {
      const current = counterpart(target);
      if (!current) report(new Error("press lost"));
      return current?.closest(busyButton) ? undefined : current;
    },
  };
};
