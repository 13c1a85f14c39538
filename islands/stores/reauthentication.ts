import { atom } from "nanostores";
import { place } from "./place.ts";

/** A request that the signed-in customer proves who they are; `settle` tells whether they did. */
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
