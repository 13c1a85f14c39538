import { type ComponentType, createElement } from "react";
import { config } from "zod";
import type { IslandModule, Mount } from "./contract.ts";
import { findMismatches } from "./mismatch.ts";
import { mount } from "./mount.ts";
import { readProps } from "./props.ts";
import { describeFaults } from "./render/describe-faults.ts";
import { renderToHtml } from "./render-to-html.ts";
import { parseHtml } from "./trusted-html.ts";

// Without this option zod tries eval, which the content security policy reports.
config({ jitless: true });

/**
 * Replaces `mount` in development: a wrong prop prevents mounting, and a mismatch is reported,
 * since it would change the page visibly.
 */
export const checkAndMount: Mount = (el, island, key, fail, report, parts) => {
  check(el, island, !parts.recordPlaces, () => (parts.completeProps ?? Object)(readProps(el), el));
  return mount(el, island, key, fail, report, parts);
};

function check(el: HTMLElement, island: IslandModule, isHydrated: boolean, propsOf: () => object): void {
  const { island: name, propsRef } = el.dataset;
  if (propsRef && !document.querySelector(`script[id="${propsRef}"]`))
    throw new Error(`Island ${name}: there is no script with id ${propsRef}`);
  if (!island.default) throw new Error(`Island ${name}: its file exports no component as default`);
  const props = propsOf();
  refuseWrongProps(`${name}`, island, props);
  if (!isHydrated) return;
  const component = island.default as ComponentType<object>;
  const rendered = parseHtml(renderToHtml(createElement(component, props), el.dataset.islandKey ?? "", `${name}`));
  for (const { path, server, browser } of findMismatches(el, rendered)) {
    console.error(`Island ${name}: ${path} is ${show(server)} from the server and ${show(browser)} in the browser`);
    el.dispatchEvent(new CustomEvent("island:mismatch", { bubbles: true, detail: { name, path, server, browser } }));
  }
}

function refuseWrongProps(name: string, { schema }: IslandModule, props: unknown): void {
  const read = schema?.safeParse(props);
  if (!read || read.success) return;
  throw new Error(`Island ${name}: ${describeFaults(read.error.issues, props)}`);
}

const show = (value: string | null) => (value === null ? "absent" : JSON.stringify(value));
