import type { ComponentProps } from "react";
import type { AddressAnswer } from "../../server/customers/calls.ts";
import { addressPath, defaultAddressPath } from "../../server/customers/paths.ts";
import { addressLines } from "../../server/customers/rules/address-lines.ts";
import { addressOfSaved } from "../../server/customers/rules/saved-names.ts";
import type { Country } from "../ui/address-shape.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { AddressAct } from "./address-act.tsx";
import type { BookAddress } from "./address-book.props.ts";

type Props = {
  saved: BookAddress;
  token: string;
  countries: readonly Country[];
  edit: ComponentProps<"a">;
  onChanged(answer: AddressAnswer): void;
};

/** One saved address, with its actions. */
export function AddressView({ saved, token, countries, edit, onChanged }: Props) {
  const { id, isDefault, street } = saved;
  const country = countries.find(({ code }) => code === saved.country)?.name ?? "";
  const lines = addressLines({ ...addressOfSaved(saved), country });
  const hiddenStreet = <span className="visually-hidden" translate="no">{` ${street}`}</span>;
  const act = { id, token, onDone: onChanged };
  return (
    <>
      <address translate="no">{lines.flatMap((line) => [<br key={line} />, line]).slice(1)}</address>
      <div className="row">
        {isDefault && <span className="label">Default</span>}
        <a className="button button--link" {...edit}>
          Edit{hiddenStreet}
        </a>
        {isDefault || (
          <AddressAct {...act} method="POST" action={defaultAddressPath} words="address updated correctly">
            Make default{hiddenStreet}
          </AddressAct>
        )}
        <ConfirmDialog
          label={<>Delete{hiddenStreet}</>}
          kind="link"
          title={`Delete ${street}?`}
          id={`delete-${id}`}
          keep="Keep address"
          destructive
        >
          {(close) => (
            <>
              <p>Your orders won’t change.</p>
              <AddressAct {...act} method="DELETE" action={addressPath} words="address removed correctly" close={close}>
                Delete address
              </AddressAct>
            </>
          )}
        </ConfirmDialog>
      </div>
    </>
  );
}
