/** The widgets of every contender, and the pages around them. */

export const sizes = [1, 20, 200] as const;
export const triggers = ["load", "visible", "idle"] as const;
export type Trigger = (typeof triggers)[number];
export const fieldNames = ["street", "city", "region", "code", "phone"] as const;
export const buttonNames = ["first", "second"] as const;

/**
 * The source of a counter that does not report to the bench. It is used to measure the bytes that a
 * site with one island loads.
 */
export const plainCounter = `
    import { useState } from "react";
    export default function Counter() {
      const [count, setCount] = useState(0);
      return <p><button type="button" onClick={() => setCount(count + 1)}>Add</button><output>{count}</output></p>;
    }`;

/**
 * The sources of the widgets for all libraries that have components. A widget calls the page's
 * function `alive` once it listens.
 */
export const components = (hooks: string): Record<keyof typeof html, string> => ({
  counter: `
    import { useLayoutEffect, useState } from "${hooks}";
    export default function Counter() {
      const [count, setCount] = useState(0);
      useLayoutEffect(() => globalThis.alive(), []);
      return <p><button type="button" onClick={() => setCount(count + 1)}>Add</button><output>{count}</output></p>;
    }`,
  fields: `
    import { useLayoutEffect, useState } from "${hooks}";
    const names = ${JSON.stringify(fieldNames)};
    export default function Fields() {
      const [form, setForm] = useState({});
      useLayoutEffect(() => globalThis.alive(), []);
      const change = ({ currentTarget: { name, value } }) => setForm({ ...form, [name]: value });
      return <form>{names.map((name) => <input key={name} name={name} value={form[name] ?? ""} onInput={change} />)}
        <output>{names.map((name) => form[name] ?? "").join()}</output></form>;
    }`,
  pair: `
    import { useLayoutEffect, useState } from "${hooks}";
    export default function Pair() {
      const [counts, setCounts] = useState({});
      useLayoutEffect(() => globalThis.alive(), []);
      const add = (name) => setCounts((before) => ({ ...before, [name]: (before[name] ?? 0) + 1 }));
      return <p>{${JSON.stringify(buttonNames)}.map((name) => [
        <button key={name} type="button" name={name} onClick={() => add(name)}>{"Add " + name}</button>,
        <output key={name + "-count"} name={name}>{counts[name] ?? 0}</output>,
      ])}</p>;
    }`,
  broken: `
    export default function Broken() {
      if (globalThis.document) throw new Error("broken");
      return <p>Stays</p>;
    }`,
});

/** Two buttons with their counts, and further attributes of the buttons and outputs. */
export function pairHtml(ofButton = (_at: number) => "", ofOutput = "", counts: readonly number[] = [0, 0]): string {
  const parts = buttonNames.map(
    (name, at) =>
      `<button type="button" name="${name}" ${ofButton(at)}>Add ${name}</button><output name="${name}" ${ofOutput}>${counts[at]}</output>`,
  );
  return `<p>${parts.join("")}</p>`;
}

/** The widgets' server-side HTML, for contenders that render nothing themselves. */
export const html = {
  counter: `<p><button type="button">Add</button><output>0</output></p>`,
  fields: `<form>${fieldNames.map((name) => `<input name="${name}" value="">`).join("")}<output>,,,,</output></form>`,
  pair: pairHtml(),
  broken: "<p>Stays</p>",
};

/**
 * Counts widgets that listen. When all of a page's widgets do, it tells the server the time in ms
 * since the navigation: a question from outside would itself be work for the page. The page draws
 * each frame until then, since a browser without a window has no idle time otherwise.
 */
const watch = (count: number) => `<script data-bench>
  let left = ${count};
  globalThis.tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: "longtask", buffered: true });
  globalThis.alive = () => { if (--left === 0) navigator.sendBeacon("/alive?" + performance.now()); };
  const draw = () => { if (left > 0) requestAnimationFrame(draw); };
  draw();
</script>`;

const styles = "<style>body{margin:0;display:flex;flex-wrap:wrap}p{margin:0}</style>";

/** A whole page with `count` widgets that will start. */
export const page = (count: number, body: string, head = ""): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bench</title>${styles}${watch(count)}${head}</head><body>${body}</body></html>`;
