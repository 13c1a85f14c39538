import { mountIsland } from "server-islands/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as busy from "./fixtures/islands/play/busy.tsx";
import * as counter from "./fixtures/islands/play/counter.tsx";
import * as fields from "./fixtures/islands/play/fields.tsx";
import * as pressing from "./fixtures/islands/play/pressing.tsx";
import { find, kept, output, soon, until } from "./tasks.ts";

const islands = { busy, counter, fields, pressing };
const counterHtml = `<div data-island="counter" data-props='{"label":"Add","start":0,"step":1}'></div>`;
const fieldsProps = { name: "", note: "", gift: false, size: "s", colour: "red" };
const fieldsHtml = (content = "") => `<div data-island="fields" data-props='${JSON.stringify(fieldsProps)}'>${content}</div>`;
const nativeForm = `<form method="post" action="/native"><input name="name"><button name="by" value="send">Send</button></form>`;

// Records submits that reach the page unprevented: a browser would have posted them.
let posted: { form: HTMLFormElement; by: string | null }[] = [];
const post = (event: SubmitEvent) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  posted.push({ form: event.target as HTMLFormElement, by: event.submitter?.getAttribute("value") ?? null });
};
beforeEach(() => {
  posted = [];
  window.addEventListener("submit", post);
});
afterEach(() => window.removeEventListener("submit", post));

test("five early presses of a button that stays enabled have five effects, one after the other", async () => {
  const { el, ready, trigger } = mountIsland(counterHtml, { islands, ssr: true, wait: true });
  await ready;
  const shown: string[] = [];
  const observer = new MutationObserver(() => shown.push(output(el)));
  observer.observe(find(el, "output"), { characterData: true, childList: true, subtree: true });

  for (let press = 0; press < 5; press++) find(el, "button").click();
  await trigger();
  await until(() => output(el) === "5");

  expect(output(el)).toBe("5");
  expect(shown).toEqual(["1", "2", "3", "4", "5"]);
  observer.disconnect();
});

test("an early press wakes an island whose trigger has not fired", async () => {
  const { el, ready } = mountIsland(counterHtml, { islands, ssr: true, wait: true });
  await ready;

  find(el, "button").click();
  await until(() => output(el) === "1");

  expect(output(el)).toBe("1");
});

test("a button that becomes busy takes the first of several early presses", async () => {
  const { el, ready, trigger } = mountIsland(`<div data-island="busy"></div>`, { islands, ssr: true, wait: true });
  await ready;

  for (const button of el.querySelectorAll("button")) for (let press = 0; press < 3; press++) button.click();
  await trigger();
  await until(() => output(el) === "1 1");
  await soon();

  expect(output(el)).toBe("1 1");
});

test("the page hears a kept press once, when it is replayed", async () => {
  const { el, ready, trigger } = mountIsland(counterHtml, { islands, ssr: true, wait: true });
  await ready;
  const heard: boolean[] = [];
  const hear = () => heard.push(el.hasAttribute("data-island-alive"));
  document.body.addEventListener("click", hear);

  find(el, "button").click();
  await trigger();
  await until(() => heard.length > 0);

  expect(heard).toEqual([true]);
  document.body.removeEventListener("click", hear);
});

test("links, checkboxes, labels, summaries and submit buttons are never pressed again: they acted by themselves", async () => {
  // React warns about the open details element.
  const quiet = vi.spyOn(console, "error").mockReturnValue();
  const { promise, give } = kept<typeof pressing>();
  const { el, ready } = mountIsland(`<div data-island="pressing"></div>`, { islands, ssr: true, load: () => promise });
  for (const selector of ["a", "[type=checkbox]", "label", "summary", "[type=button] b"]) find(el, selector).click();

  give(pressing);
  await ready;
  await until(() => output(el).includes("button"));

  // React learns the values of the two fields by a click on each, which is not a repeated press. So
  // these two names are left out.
  expect(
    output(el)
      .split(", ")
      .filter((name) => !["checkbox", "radio"].includes(name)),
  ).toEqual(["button"]);
  expect(find<HTMLInputElement>(el, "[type=checkbox]").checked).toBe(true);
  expect(find<HTMLInputElement>(el, "[type=radio]").checked).toBe(true);
  expect(find<HTMLDetailsElement>(el, "details").open).toBe(true);
  quiet.mockRestore();
});

test("an early submit is held, and replayed once with what was typed and its button", async () => {
  const { promise, give } = kept<typeof fields>();
  const { el, ready } = mountIsland(fieldsHtml(), { islands, ssr: true, load: () => promise });
  find<HTMLInputElement>(el, "[name=name]").value = "Ann";

  find(el, "[value=send]").click();
  find(el, "[value=send]").click();
  expect(posted).toEqual([]);
  give(fields);
  await ready;
  await until(() => el.querySelector("li") !== null);
  await soon();

  expect([...el.querySelectorAll("li")].map(({ textContent }) => textContent)).toEqual(["Ann by send"]);
  expect(posted).toEqual([]);
});

test("an early submit of a fallback goes to the form that replaced it", async () => {
  const { promise, give } = kept<typeof fields>();
  const { el, ready } = mountIsland(fieldsHtml(nativeForm), { islands, load: () => promise });
  find<HTMLInputElement>(el, "[name=name]").value = "Ann";

  find(el, "button").click();
  give(fields);
  await ready;
  await until(() => el.querySelector("li") !== null);

  expect(el.querySelector("li")?.textContent).toBe("Ann by send");
});

test("an early submit is posted by the browser when the island that replaced its form has none", async () => {
  const { promise, give } = kept<typeof counter>();
  const html = counterHtml.replace("></div>", `>${nativeForm}</div>`);
  const { el, ready } = mountIsland(html, { islands, load: () => promise });

  find(el, "button").click();
  give(counter);
  await ready;
  await until(() => posted.length > 0);

  expect(posted.map(({ by }) => by)).toEqual(["send"]);
  posted[0]?.form.remove();
});

test("when the chunk fails, the held form is posted natively, with its button", async () => {
  const quiet = vi.spyOn(console, "error").mockReturnValue();
  const { promise, refuse } = kept<typeof fields>();
  const { el, ready, errors } = mountIsland(fieldsHtml(nativeForm), { islands, load: () => promise });

  find(el, "button").click();
  refuse(new TypeError("Failed to fetch dynamically imported module"));
  await ready;
  await until(() => posted.length > 0);

  expect(posted).toEqual([{ form: el.querySelector("form"), by: "send" }]);
  expect(errors.map(({ name }) => name)).toEqual(["fields"]);
  quiet.mockRestore();
});

test("a held form whose script takes over four seconds is posted natively, and the late script changes nothing", async () => {
  vi.useFakeTimers();
  const { promise, give } = kept<typeof fields>();
  const { el, ready } = mountIsland(fieldsHtml(nativeForm), { islands, load: () => promise });

  find(el, "button").click();
  await vi.advanceTimersByTimeAsync(3_999);
  expect(posted).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(posted.map(({ by }) => by)).toEqual(["send"]);

  vi.useRealTimers();
  give(fields);
  await ready;
  expect(el.querySelector("output")).toBeNull();
  expect(posted.length).toBe(1);
});

test("a form of an island that never comes alive is left to the browser at once", async () => {
  const html = fieldsHtml(nativeForm).replace("<div ", '<div data-island-on="never" ');
  const { el, ready } = mountIsland(html, { islands });
  await ready;

  find(el, "button").click();

  expect(posted.map(({ by }) => by)).toEqual(["send"]);
});
