import { type SubmitEvent, useState } from "react";
import { $choosing } from "../stores/choosing.ts";
import { place } from "../stores/place.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import type { ChooseOptionsProps } from "./choose-options.props.ts";

/** The button of a card with several options: opens a sheet to choose one. */
export default function ChooseOptions({ name, href, area }: ChooseOptionsProps) {
  const [busy, setBusy] = useState(false);
  const open = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    const page = `${href}${area ? `?ship_to=${area}` : ""}`;
    place("choose-sheet", () => location.assign(page));
    const opener = event.currentTarget.querySelector("button") as HTMLElement;
    $choosing.set({ name, href: page, opener, settled: () => setBusy(false) });
  };
  return (
    <form action={href} onSubmit={open}>
      {area && <input type="hidden" name="ship_to" value={area} />}
      <SubmitButton busy={busy} kind="secondary" className="button--wide" aria-label={`Choose options: ${name}`}>
        Choose options
      </SubmitButton>
    </form>
  );
}
