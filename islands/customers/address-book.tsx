import { useLayoutEffect, useState } from "react";
import type { AddressAnswer } from "../../server/customers/calls.ts";
import { consumeReloadMark } from "../ui/after-reload.ts";
import type { AddressBookProps } from "./address-book.props.ts";
import { AddressEdit } from "./address-edit.tsx";
import { AddressView } from "./address-view.tsx";
import { useEditing } from "./editing.ts";

const none: [] = [];

/**
 * A customer's addresses, each with a view and an edit mode, and a form for a new one (requirements
 * 206–214).
 */
export default function AddressBook({ token, countries, blank, ...props }: AddressBookProps) {
  const [addresses, set] = useState(props.addresses);
  const { open, posted: asPosted, close, box, opener, cancel } = useEditing(props.open, "addresses");
  const { ref } = box;
  useLayoutEffect(() => {
    if (consumeReloadMark("new")) ref.current?.querySelector<HTMLElement>("[data-opens=new]")?.focus();
  }, [ref]);
  const show = (answer: AddressAnswer) => set(answer.addresses ?? addresses);
  const edit = (block: string, saved: object) => {
    const posted = asPosted && block === props.open;
    return (
      <AddressEdit
        token={token}
        countries={countries}
        block={block}
        cancel={cancel}
        typed={{ ...saved, ...(posted && props.typed) }}
        errors={(posted && props.errors) || none}
        formError={posted ? props.formError : undefined}
        onSaved={(answer) => {
          show(answer);
          close();
        }}
      />
    );
  };
  return (
    <div className="blocks" {...box}>
      {addresses.length === 0 && <p className="soft">No saved addresses yet.</p>}
      {addresses.map((saved) => (
        <div className="block" key={saved.id}>
          {open === saved.id ? (
            edit(saved.id, saved)
          ) : (
            <AddressView
              saved={saved}
              token={token}
              countries={countries}
              edit={opener(saved.id)}
              onChanged={(answer) => {
                box.ref.current?.focus();
                show(answer);
              }}
            />
          )}
        </div>
      ))}
      {open === "new" ? (
        <div className="block">{edit("new", blank)}</div>
      ) : (
        <p>
          <a className="button button--secondary" {...opener("new")}>
            Add an address
          </a>
        </p>
      )}
    </div>
  );
}
