import { createPortal } from "react-dom";
import { Slot } from "server-islands";
import { act, mountIsland } from "server-islands/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
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
  for (const hidden of ["at first", "later"]) {
    test(`a copy of a live ${kind} island has the slot that is not placed ${hidden}`, async () => {
      const { el, start, errors, trigger } = await mountAround(wrap(fallback + one() + two, { open: hidden === "later" }), ssr);
      await start();
      if (hidden === "later") await toggle(el);
      await act(afterRemoval);
      const copy = el.cloneNode(true) as HTMLElement;
      copy.dataset.props = `{"open":false}`;
      await act(() => el.replaceWith(copy));
      await act(afterRemoval);
      await start();

      await toggle(copy);
      await trigger();

      expect(find(copy, "article [data-island-slot=one]").textContent).toContain("Plain");
      await add(copy);
      expect([output(inner(copy)), errors]).toEqual(["1", []]);
      await act(afterRemoval);
      expect(copy.querySelectorAll("template").length).toBe(1);
    });
  }

  test(`the focus stays in a slot when a ${kind} island without fields fails later`, async () => {
    const Plain = ({ throws }: { throws?: boolean }) => {
      if (throws) throw new Error("broken");
      return (
        <section>
          <Slot name="one" />
        </section>
      );
    };
    const html = `<div data-island="plain">${fallback}<p data-island-slot="one"><input name="mail"></p></div>`;
    const { el, ready, errors } = mountIsland(html, { islands: { plain: { default: Plain } }, ssr });
    await ready;
    const mail = find<HTMLInputElement>(el, "[name=mail]");
    mail.focus();

    await act(() => {
      el.dataset.props = `{"throws":true}`;
    });
    await until(() => errors.length > 0);

    expect([errors.length, document.activeElement]).toEqual([1, mail]);
  });
}

test("a slot in a portal is named in the console, since it stays empty", async () => {
  const outside = document.body.appendChild(document.createElement("aside"));
  const Outer = () => <>{createPortal(<Slot name="one" />, outside)}</>;
  const html = `<div data-island="outer"><p data-island-slot="one">One</p></div>`;
  const { ready, unmount } = mountIsland(html, { islands: { outer: { default: Outer } } });

  await ready;

  expect(console.error).toHaveBeenCalledWith("Slot one is outside of its island, as in a portal, and stays empty");
  await unmount();
  outside.remove();
});
