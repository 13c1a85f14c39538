import { atom } from "nanostores";
import { place } from "./place.ts";

/** A request for a proof; its answer says whether one was given. */
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
 * Opens the dialog that asks for a proof of the signed-in customer; false if it was closed without
 * one. `instead` runs if the dialog cannot be hydrated.
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
