import { atom } from "nanostores";
import { place } from "./place.ts";

/** A request for a proof; `settle` tells whether a proof was given. */
export type ProofRequest = {
  settle(proven: boolean): void;
} & ProofKinds;

/** The ways in which the account's holder may give a proof. */
export type ProofKinds = {
  /** by a passkey alone */
  hasPasskey: boolean;
  /** by the password together with a code of the app */
  hasAuthenticator: boolean;
};

/** The present request; the dialog is open as long as it is set. */
export const $proofRequest = atom<ProofRequest | undefined>();

/**
 * Opens the dialog that asks the signed-in customer for a proof; false if it was closed without a
 * proof. `instead` runs if the dialog cannot be hydrated.
 */
export const requestProof = (instead: () => void, kinds: ProofKinds): Promise<boolean> =>
  new Promise((resolve) => {
    $proofRequest.set({
      ...kinds,
      settle(proven) {
        $proofRequest.set(undefined);
        resolve(proven);
      },
    });
    place("reauthenticate", instead);
  });
