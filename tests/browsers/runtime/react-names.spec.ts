import { alive, expect, test, wholePage } from "./test.ts";

const attributes = (selector: string) => {
  const el = document.querySelector(selector);
  return el
    ?.getAttributeNames()
    .sort()
    .map((name) => `${name}=${el.getAttribute(name)}`);
};

test("elements get what React's props mean, when they are rendered and when they change @runtime", async ({ tab, server }) => {
  await tab.open(server.page(wholePage(server.islands, (render) => render("names", {}, { on: "load" }))));
  await tab.see(alive("names"));
  const shown = ["aria-hidden=true", "class=picture", "preserveAspectRatio=none", "stroke-width=2", "text-anchor=middle"];
  const picture = [...shown, "viewBox=0 0 10 10"];
  expect(await tab.run(attributes, "svg")).toEqual(picture);
  await tab.run(() => document.querySelector("[data-island]")?.setAttribute("data-props", '{"changed":true}'));
  await tab.see("fieldset.drawn");

  expect(await tab.run(attributes, "svg")).toEqual(picture);
  expect(await tab.run(attributes, "path")).toContain("stroke-linecap=round");
  expect(await tab.run(() => (document.querySelector(".drawn") as HTMLElement).translate)).toBe(false);
  const { width, lineHeight, strokeWidth, far } = await tab.run(() => {
    const { style } = document.querySelector(".drawn") as HTMLElement;
    return {
      width: style.width,
      lineHeight: style.lineHeight,
      strokeWidth: style.strokeWidth,
      far: style.getPropertyValue("--far"),
    };
  });
  expect([width, lineHeight, parseFloat(strokeWidth), far]).toEqual(["40px", "2", 3, "4"]);
  const chosen = () => [...document.querySelectorAll("option")].filter(({ selected }) => selected).map(({ value }) => value);
  expect(await tab.run(chosen)).toEqual(["a", "c", "e"]);
  expect(await tab.run(attributes, "a")).toEqual(["download=", "href=/elsewhere"]);
  expect(await tab.valueOf(["input", "Said"])).toBe("as it was");
});

test("elements hear events by React's names: change while somebody types, focus that bubbles, a double click @runtime", async ({
  tab,
  server,
}) => {
  await tab.open(server.page(wholePage(server.islands, (render) => render("names", {}, { on: "load" }))));
  await tab.see(alive("names"));

  await tab.click(["input", "Said"]);
  await tab.press("!");
  await tab.click(["input", "Kept"]);
  await tab.run(() => document.querySelector("button")?.dispatchEvent(new MouseEvent("dblclick", { bubbles: true })));

  const heard =
    "focusin FocusEvent, input InputEvent, focusout FocusEvent, focusin FocusEvent, change Event, dblclick MouseEvent";
  await expect.poll(() => tab.texts("output")).toEqual([heard]);
});
