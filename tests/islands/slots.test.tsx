import { act } from "server-islands/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as ticking from "./fixtures/islands/play/ticking.tsx";
import { $presses } from "./fixtures/islands/stores/presses.ts";
import { afterRemoval, find, output, until } from "./tasks.ts";
import { add, inner, mountAround, one, toggle, two, wrap } from "./wrapping-island.ts";

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
afterEach(() => {
  vi.restoreAllMocks();
  $presses.set(0);
});

for (const [kind, ssr, fallback] of [
  ["rendered", true, ""],
  ["handwritten", false, "<form>Fallback</form>"],
] as const) {
  test(`a ${kind} island keeps the nodes of its slots, and the islands in them live on`, async () => {
    const { el, start, errors } = await mountAround(wrap(fallback + one() + two), ssr);
    const [slot, second] = [find(el, "[data-island-slot=one]"), find(el, "[data-island-slot=two]")];
    await add(el);
    const drawn = find(inner(el), "output");

    await start();
    await act(() => {
      el.dataset.props = '{"label":"More"}';
    });

    expect(el.dataset.islandAlive).toBe("");
    expect(find(el, "section > article > [data-island-place=one] > [data-island-slot]")).toBe(slot);
    expect(find(el, "section > footer > [data-island-slot]")).toBe(second);
    expect([find(el, "[name=toggle]").textContent, el.querySelector("form")]).toEqual(["More", null]);
    expect(find(inner(el), "output")).toBe(drawn);
    await add(el);
    expect([output(inner(el)), errors]).toEqual(["2", []]);
    expect(console.error).not.toHaveBeenCalled();
  });

  test(`a ${kind} island detaches what it does not place, whose islands begin anew when it does`, async () => {
    const { el, start, errors, trigger } = await mountAround(wrap(fallback + one()), ssr);
    await start();
    const [slot, mail] = [find(el, "[data-island-slot=one]"), find<HTMLInputElement>(el, "[name=mail]")];
    mail.value = "a@b.example";
    await add(el);
    expect(output(inner(el))).toBe("1");
    $presses.set(0);

    await toggle(el);
    await act(afterRemoval);
    expect([el.querySelector("[data-island-slot=one]"), inner(slot).dataset.islandAlive]).toEqual([null, undefined]);
    await toggle(el);
    await trigger();

    expect(find(el, "article [data-island-slot]")).toBe(slot);
    expect([mail.isConnected, mail.value, output(inner(el))]).toEqual([true, "a@b.example", "0"]);
    await add(el);
    expect([output(inner(el)), errors]).toEqual(["1", []]);
  });

  test(`a ${kind} island that does not place a slot at first places it later`, async () => {
    ticking.running.clear();
    const { el, start, errors, trigger } = await mountAround(
      wrap(fallback + one(`<p data-island="ticking" data-island-on="load"></p>`), { open: false }),
      ssr,
    );
    await start();
    await act(afterRemoval);
    await until(() => ticking.running.size === 0);
    expect([el.querySelector("[data-island-slot=one]"), ticking.running.size]).toEqual([null, 0]);

    await toggle(el);
    await trigger();
    await until(() => ticking.running.size === 1);

    expect(find(el, "article [data-island-slot=one]").textContent).toContain("Plain");
    expect([ticking.running.size, errors]).toEqual([1, []]);
  });

  for (const throws of ["render", "effect"]) {
    test(`a ${kind} island that throws in its ${throws} gives the nodes of its slots back`, async () => {
      const { el, start, errors } = await mountAround(wrap(fallback + one() + two), ssr);
      const before = el.innerHTML;
      const [slot, second] = [find(el, "[data-island-slot=one]"), find(el, "[data-island-slot=two]")];
      await add(el);
      const [drawn, presses] = [find(inner(el), "output"), find(inner(el), "small").textContent];

      if (throws === "effect") await start();
      await act(() => {
        el.dataset.props = JSON.stringify({ throws });
      });
      if (throws === "render") await start();
      await until(() => errors.some(({ error }) => error));

      const thrown = errors.filter(({ error }) => error).map(({ name, error }) => [name, String(error)]);
      expect(thrown).toEqual([["wrapping", `Error: broken in ${throws}`]]);
      expect([find(el, "[data-island-slot=one]"), find(el, "[data-island-slot=two]")]).toEqual([slot, second]);
      expect(find(el, "[data-island-slot=one]")).toBe(slot);
      expect(find(inner(el), "output")).toBe(drawn);
      const unpressed = (html: string) => html.replace(/>\d</g, ">0<").replaceAll(' data-island-alive=""', "");
      expect(unpressed(el.innerHTML)).toBe(unpressed(before));
      await add(el);
      expect([output(inner(el)), presses]).toEqual(["2", "1"]);
    });
  }

  test(`a ${kind} island that fails later gives back placed and detached slots, and keeps what was typed`, async () => {
    const { el, start, errors } = await mountAround(wrap(fallback + one() + two, { open: false }), ssr);
    const second = find(el, "[data-island-slot=two]");
    await start();
    await toggle(el);
    const slot = find(el, "[data-island-slot=one]");
    await toggle(el);
    const own = el.querySelector<HTMLInputElement>("[name=name]");
    if (own) own.value = "Ann";

    await act(() => {
      el.dataset.props = '{"throws":"render"}';
    });
    await until(() => errors.length > 0);

    expect(find(el, "[data-island-slot=two]")).toBe(second);
    const parked = el.querySelector("template");
    expect((parked?.content ?? el).querySelector("[data-island-slot=one]")).toBe(slot);
    expect(el.querySelectorAll("[data-island-place=one]").length).toBe(0);
    if (ssr) expect(find<HTMLInputElement>(el, "[name=name]").value).toBe("Ann");
  });

  test(`a ${kind} island that places a slot twice fails, and the slot is where it was`, async () => {
    const { el, start, errors } = await mountAround(wrap(fallback + one() + two), ssr);
    const [slot, parent] = [find(el, "[data-island-slot=one]"), find(el, "[data-island-slot=one]").parentElement?.localName];
    await start();

    await act(() => {
      el.dataset.props = '{"twice":true}';
    });
    await until(() => errors.length > 0);

    expect(errors.map(({ error }) => String(error))).toEqual(["Error: slot one is placed twice"]);
    expect(find(el, "[data-island-slot=one]")).toBe(slot);
    expect([slot.parentElement?.localName, el.dataset.islandAlive]).toEqual([parent, undefined]);
  });

  test(`the focus and what was typed stay in the slots of a ${kind} island, whose fields hear nothing`, async () => {
    const { el, start } = await mountAround(wrap(fallback + one() + two), ssr);
    const mail = find<HTMLInputElement>(el, "[name=mail]");
    mail.focus();
    mail.value = "a@b.example";
    mail.setSelectionRange(2, 3);
    const heard = vi.fn();
    for (const type of ["input", "change"]) mail.addEventListener(type, heard);

    await start();

    expect([el.dataset.islandAlive, document.activeElement]).toEqual(["", mail]);
    expect([mail.value, mail.selectionStart, mail.selectionEnd]).toEqual(["a@b.example", 2, 3]);
    expect(heard).not.toHaveBeenCalled();
  });

  test(`a press in a slot of a ${kind} island acts at once`, async () => {
    const { el } = await mountAround(wrap(fallback + one() + two), ssr);
    const pressed = vi.fn();
    find(el, "[data-island-slot=one] > button").addEventListener("click", pressed);

    find(el, "[data-island-slot=one] > button").click();

    expect(pressed).toHaveBeenCalledTimes(1);
  });

  test(`an early press on a ${kind} island's own button is not given to one in a slot`, async () => {
    const own = ssr ? "" : `<button type="button" name="toggle">Details</button>`;
    const slot = `<div data-island-slot="one"><button type="button" name="toggle">Details</button></div>`;
    const { el, start, errors } = await mountAround(wrap(own + slot, { open: true }), ssr);
    const pressed = vi.fn();
    find(el, "[data-island-slot] button").addEventListener("click", pressed);

    find(el, "[name=toggle]").click();
    await start();
    await until(() => output(el) === "1 ");

    expect([output(el), pressed.mock.calls.length, errors]).toEqual(["1 ", 0, []]);
  });

  test(`a morph of a ${kind} island changes what is in its slots, and not what the component shows`, async () => {
    const { el, start, errors } = await mountAround(wrap(fallback + one() + two), ssr);
    await start();
    await add(el);
    const button = find(el, "[name=toggle]");

    await act(() => {
      el.removeAttribute("data-island-alive");
      button.textContent = "Other";
      find(el, "[data-island-slot=two]").replaceChildren("Changed");
      find(el, "[data-island-slot=two]").className = "new";
    });

    expect([button.textContent, find(el, "footer").innerHTML]).toEqual([
      "Details",
      `<p data-island-slot="two" class="new">Changed</p>`,
    ]);
    expect([output(inner(el)), errors]).toEqual(["1", []]);
  });
}

test("a slot belongs to the nearest island", async () => {
  const nested = wrap(`<p data-island-slot="one">Inner</p>`, { label: "Inner" });
  const { el, start, errors } = await mountAround(wrap(`<div data-island-slot="one">${nested}</div>${two}`), true);

  await start();

  expect(find(el, "[data-island-slot] [data-island-slot=one]").innerHTML).toBe("Inner");
  expect(find(el, "section > footer > [data-island-slot=two]").textContent).toBe("Second");
  expect(errors).toEqual([]);
});

test("two slots of one name are an error, and the server's HTML stays", async () => {
  const html = wrap(one() + one("again"));
  const { el, start, errors } = await mountAround(html, false);
  const slots = [...el.querySelectorAll("[data-island-slot]")];

  await start();
  await until(() => errors.length > 0);

  expect(errors.map(({ error }) => String(error))).toEqual(["Error: slot one is marked twice"]);
  expect([...el.children]).toEqual(slots);
});

test("a slot that the page does not have is empty", async () => {
  const { el, start, errors } = await mountAround(wrap(""), true);
  await start();
  await toggle(el);
  await toggle(el);
  expect([find(el, "article").textContent, errors]).toEqual(["", []]);
});
