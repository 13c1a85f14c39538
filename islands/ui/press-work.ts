import { useEffect, useRef, useState } from "react";
import type { WorkChallenge } from "../../server/web/proof-of-work/schema.ts";
import { CallError } from "../call.ts";
import { canWork, solveChallenge } from "./proof-of-work.ts";

/** The most challenges in a row for one press. */
const mostRounds = 4;

export type WorkOptions = {
  /**
   * the value of the form's field `work`: the token of a mailed link, which replaces the first
   * proof of work
   */
  work: string | undefined;
  /** gets the completed share, from 0 to 1; undefined while no work runs */
  onProgress: (part: number | undefined) => void;
  /** ends the work and the press */
  signal: AbortSignal;
};

/** Whether a call was refused because it needs a proof of work. */
export const isWorkRequired = (refusal: unknown): refusal is CallError =>
  refusal instanceof CallError && refusal.code === "work_required";

const challengeIn = (refusal: unknown) =>
  isWorkRequired(refusal) ? (refusal.data as { challenge?: WorkChallenge } | undefined)?.challenge : undefined;

/**
 * The proof of work for a form's presses: its completed share, and a signal that ends it when the
 * page is left.
 */
export function usePressWork() {
  const [part, onProgress] = useState<number>();
  const press = useRef<AbortController>(undefined);
  useEffect(() => {
    const end = () => press.current?.abort();
    addEventListener("pagehide", end);
    return () => {
      removeEventListener("pagehide", end);
      end();
    };
  }, []);
  const begin = (work: string | undefined): WorkOptions => {
    press.current = new AbortController();
    return { work: work || undefined, onProgress, signal: press.current.signal };
  };
  return { part, begin };
}

/**
 * Sends a call, and sends it again with each proof of work that the shop requires. Rejects as
 * `send` does, also if this browser cannot do the work; undefined if `signal` ended it.
 */
export async function sendWithWork<Answer>(
  send: (work: string | undefined) => Promise<Answer>,
  { work: first, onProgress, signal }: WorkOptions,
): Promise<Answer | undefined> {
  for (let [work, round] = [first, 1]; ; round++) {
    try {
      return await send(work);
    } catch (refusal) {
      const challenge = challengeIn(refusal);
      if (!challenge || !canWork() || round > mostRounds) throw refusal;
      work = await solveWithProgress(challenge, onProgress, signal);
      if (signal.aborted) return undefined;
      if (work === undefined) throw refusal;
    }
  }
}

async function solveWithProgress(
  challenge: WorkChallenge,
  onProgress: WorkOptions["onProgress"],
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    onProgress(0);
    return await solveChallenge(challenge, onProgress, signal);
  } finally {
    onProgress(undefined);
  }
}
