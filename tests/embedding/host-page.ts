import { mountIsland } from "server-islands/testing";
import { onTestFinished, vi } from "vitest";
import { gathering } from "../../islands/stores/offers.ts";
import { doing } from "../islands-shop/screen.ts";

/** Sets the shop's address, as a page of another site does. */
export function nameShop(address: string): void {
  const meta = Object.assign(document.createElement("meta"), { name: "shop", content: address });
  document.head.append(meta);
  onTestFinished(() => meta.remove());
}

type Islands = NonNullable<Parameters<typeof mountIsland>[1]>["islands"];

/** Mounts the islands of a page's own HTML, and waits for their calls to the shop. */
export async function openPage(html: string, islands: Islands) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const mounted = mountIsland(html, { islands });
  await mounted.ready;
  const page = mounted.el.parentElement as HTMLElement;
  /** Waits until the gathered requests were sent and their answers drawn. */
  const settle = async () => {
    await doing(() => vi.advanceTimersByTime(gathering));
    await doing(() => {});
  };
  /** Adds HTML to the page, and mounts its islands. */
  const insert = async (more: string) => {
    await doing(() => page.insertAdjacentHTML("beforeend", more));
    await mounted.trigger();
    await settle();
  };
  return { ...mounted, page, settle, insert };
}
