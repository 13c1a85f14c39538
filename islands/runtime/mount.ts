import type { ComponentType, ReactNode } from "react";
import { jsx } from "react/jsx-runtime";
import { aliveMarker, watchChanges } from "./changes.ts";
import type { IslandContent, Mount } from "./contract.ts";
import { recordSamePlaces } from "./places.ts";
import { readProps } from "./props.ts";
import { Component, openRoot } from "./root.ts";
import { captureTyped, fields, isShown } from "./typed.ts";

const busyButton = ":disabled,[aria-busy=true],[aria-disabled=true]";

type Failed = { failed?: [error: unknown] };

class Boundary extends Component<{ onError(error: unknown): undefined; children?: ReactNode }, Failed> {
  static getDerivedStateFromError = (error: unknown) => ({ failed: [error] });
  override render() {
    const failed = this.state?.failed;
    // After an error this runs before the component's fields leave the page.
    return failed ? this.props.onError(...failed) : this.props.children;
  }
}

/**
 * Mounts an island on one element, synchronously. The server's HTML is kept, since a failing
 * hydration deletes it. After any error, now or later, the server's HTML is restored with the typed
 * values.
 */
export const mount: Mount = (el, island, key, fail, report, parts) => {
  const onError = (error: unknown): undefined => {
    if (isMounted && own.querySelector(fields)) restoreTyped = captureTyped(own, recordSamePlaces(own), parts, isShown);
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
    return jsx(Boundary, { onError, children: jsx(island.default as ComponentType<object>, props) });
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
  const own: IslandContent = parts.openSlots?.(el, onError) ?? el;
  const counterpart = (parts.recordPlaces ?? recordSamePlaces)(own);
  let restoreTyped = captureTyped(own, counterpart, parts);
  const server = own.cloneNode(hydrating) as Element;
  if (!hydrating) server.append(...el.childNodes);
  let isMounted: boolean | undefined;
  let ended: boolean | undefined;
  const end = () => {
    ended = true;
    stopWatching();
    // A morph may have turned the element into another island, or into none: the new content is
    // then kept.
    const { childNodes } = el.hasAttribute(aliveMarker) ? server : el.cloneNode(true);
    render(null);
    own.replaceChildren(...childNodes);
  };
  const render = openRoot(el, first, key, hydrating);
  restoreTyped();
  queueMicrotask(() => {
    isMounted = true;
  });
  const stopWatching = watchChanges(el, update, parts, report, own.ownRecords ?? Object);
  return {
    unmount: () => ended || end(),
    find(target) {
      const current = counterpart(target);
      if (!current) report(new Error("press lost"));
      return current?.closest(busyButton) ? undefined : current;
    },
  };
};
