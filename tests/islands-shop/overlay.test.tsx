import { mountIsland } from "server-islands/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { call } from "../../islands/call.ts";
import { $overlay, showOverlay } from "../../islands/stores/overlay.ts";
import { schema } from "../../islands/ui/overlay.props.ts";
import * as overlay from "../../islands/ui/overlay.tsx";
import { fakeShop, held } from "./fake-shop.ts";
import { states } from "./overlay.states.ts";
import { doing, islandHtml } from "./screen.ts";

async function openOverlay() {
  const html = `<main id="main"></main>${islandHtml("overlay", states.hidden)}`;
  const island = mountIsland(html, { islands: { overlay: { ...overlay, schema } }, ssr: true, stores: [$overlay] });
  await island.ready;
  const dialog = island.el.querySelector("dialog") as HTMLDialogElement;
  const modal = vi.spyOn(HTMLDialogElement.prototype, "showModal");
  onTestFinished(() => modal.mockRestore());
  return { ...island, dialog, modal, main: document.querySelector("main"), said: () => dialog.textContent };
}

test("while a call runs a modal dialog says so and the page is busy, afterwards not (requirements 32, 36, 37)", async () => {
  const running = held();
  fakeShop({ "POST /calls": running.answer });
  const { dialog, modal, main, said, errors } = await openOverlay();
  expect(dialog.open).toBe(false);

  let calling: Promise<unknown> = Promise.resolve();
  await doing(() => {
    calling = call("POST", "/calls", {});
  });
  expect(modal).toHaveBeenCalledOnce();
  expect(dialog.open).toBe(true);
  expect(said()).toBe("Processingprocessing your request please wait...");
  expect(dialog.getAttribute("aria-labelledby")).toBe(dialog.querySelector("h2")?.id);
  expect(dialog.getAttribute("aria-describedby")).toBe(dialog.querySelector("p")?.id);
  expect(main?.getAttribute("aria-busy")).toBe("true");

  await doing(() => running.give({ data: {} }));
  await calling;
  expect(dialog.open).toBe(false);
  expect(main?.getAttribute("aria-busy")).toBe("false");
  expect(errors).toEqual([]);
});

test("it says the texts of a call that has its own (requirement 33)", async () => {
  const running = held();
  fakeShop({ "POST /calls": running.answer });
  const { said } = await openOverlay();

  await doing(() => void call("POST", "/calls", {}, { overlay: { title: "sending", message: "one moment" } }));

  expect(said()).toBe("sendingone moment");
  await doing(() => running.give({ data: {} }));
});

test("it ends with the last of two calls, and the page is free before whoever waited goes on", async () => {
  const [first, second] = [held(), held()];
  fakeShop({ "POST /one": first.answer, "POST /two": second.answer });
  const { dialog } = await openOverlay();
  const openAfter: boolean[] = [];
  await doing(() => {
    for (const path of ["/one", "/two"]) void call("POST", path, {}).then(() => openAfter.push(dialog.open));
  });

  await doing(() => first.give({ data: {} }));
  await doing(() => second.give({ data: {} }));

  expect(openAfter).toEqual([true, false]);
});

test("the Escape key does not end it", async () => {
  const running = held();
  fakeShop({ "POST /calls": running.answer });
  const { dialog } = await openOverlay();
  await doing(() => void call("POST", "/calls", {}));

  const cancel = new Event("cancel", { cancelable: true });
  await doing(() => dialog.dispatchEvent(cancel));

  expect(cancel.defaultPrevented).toBe(true);
  expect(dialog.getAttribute("closedby")).toBe("none");
  await doing(() => running.give({ data: {} }));
});

test("closed by a browser that does not ask, it stands there again until the call has ended", async () => {
  const running = held();
  fakeShop({ "POST /calls": running.answer });
  const { dialog, modal } = await openOverlay();
  await doing(() => void call("POST", "/calls", {}));

  await doing(() => dialog.close());

  expect([dialog.open, modal.mock.calls.length]).toEqual([true, 2]);
  await doing(() => running.give({ data: {} }));
  expect([dialog.open, modal.mock.calls.length]).toEqual([false, 2]);
});

test("an overlay that comes alive during a call covers the page at once", async () => {
  const running = held();
  fakeShop({ "POST /calls": running.answer });
  const calling = call("POST", "/calls", {});

  const { dialog } = await openOverlay();

  expect(dialog.open).toBe(true);
  await doing(() => running.give({ data: {} }));
  await calling;
});

test("a page that holds no overlay gets one with the first call, and one only (requirement 32)", () => {
  for (const old of document.querySelectorAll("[data-island=overlay]")) old.remove();

  const ends = [showOverlay(), showOverlay()];

  const hosts = [...document.querySelectorAll<HTMLElement>("[data-island=overlay]")];
  expect(hosts.map(({ dataset }) => dataset.islandOn)).toEqual(["load"]);
  for (const end of ends) end();
  hosts[0]?.remove();
});
