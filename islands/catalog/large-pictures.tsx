import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { $enlarged } from "../stores/enlarged.ts";
import { Icon } from "../ui/icon.tsx";
import { showPicture } from "./gallery.ts";

const links = () => [...document.querySelectorAll<HTMLElement>("#pictures a")];

/** The gallery's pictures as large as the screen, in a dialog. */
export default function LargePictures() {
  const at = useStore($enlarged, { ssr: "initial" });
  return at === undefined ? null : <LargePicture at={at} />;
}

function LargePicture({ at }: { at: number }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  useLayoutEffect(() => {
    const picture = links()[at]?.lastElementChild?.cloneNode(true) as HTMLElement;
    for (const file of [picture, ...picture.querySelectorAll<HTMLElement>("*")]) {
      if (file.hasAttribute("sizes")) file.setAttribute("sizes", "100vw");
      file.removeAttribute("loading");
    }
    place.current?.replaceChildren(picture);
  }, [at]);

  const all = links().length;
  const turn = (by: number) => $enlarged.set((at + by + all) % all);
  const turnByKey = ({ key }: KeyboardEvent) => {
    if (key === "ArrowLeft") turn(-1);
    if (key === "ArrowRight") turn(1);
  };
  const closed = () => {
    $enlarged.set(undefined);
    showPicture(at);
    links()[at]?.focus({ preventScroll: true });
  };
  const arrow = (label: string, direction: "left" | "right", by: number) => (
    <button type="button" className="arrow" aria-label={`${label} picture`} onClick={() => turn(by)}>
      <Icon name="chevron" turn={direction} />
    </button>
  );
  return (
    <dialog className="drawer drawer--full" ref={dialog} aria-labelledby="large-title" onClose={closed} onKeyDown={turnByKey}>
      <div className="drawer__head">
        <h2 id="large-title" aria-live="polite">
          <span key={at}>{`Picture ${at + 1} of ${all}`}</span>
        </h2>
        <div className="row">
          {all > 1 && arrow("Previous", "left", -1)}
          {all > 1 && arrow("Next", "right", 1)}
          <button
            className="button button--quiet button--icon"
            type="button"
            aria-label="Close"
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" />
          </button>
        </div>
      </div>
      <div className="drawer__picture" ref={place} />
    </dialog>
  );
}
