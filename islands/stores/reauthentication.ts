import { atom } from "nanostores";
import { place } from "./place.ts";

/** The dialog's answer: whether a proof was given. */
export type ProofRequest = {
  settle(proven: boolean): void;
} & ProofKinds;

/** How the account's holder may prove it. */
export type ProofKinds = {
  /** by a passkey alone */
  hasPasskey: boolean;
  /** by the password together with a code of the app */
  hasAuthenticator: boolean;
};

/** Asked for at this moment; the dialog is open as long as it is set. */
export const $proofRequest = atom<ProofRequest | undefined>();

/**
 * Opens the dialog that asks for a proof of who is signed in; false when it was closed without one.
 * `instead` runs where the dialog cannot come alive.
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
