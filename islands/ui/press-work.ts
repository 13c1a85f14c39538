import { useEffect, useRef, useState } from "react";
import type { WorkChallenge } from "../../server/web/proof-of-work/schema.ts";
import { CallError } from "../call.ts";
import { canWork, solveChallenge } from "./proof-of-work.ts";

/** More challenges than this in a row are no answer to a press. */
const mostRounds = 4;

export type WorkOptions = {
  /** what the form sends as `work` by itself: the token of a mailed link */
  work: string | undefined;
  /** gets the share that is done, from 0 to 1; undefined while nothing is */
  onProgress: (part: number | undefined) => void;
  /** ends the work, and with it the press */
  signal: AbortSignal;
};

/** Whether a call was refused since it takes work. */
export const isWorkRequired = (refusal: unknown): refusal is CallError =>
  refusal instanceof CallError && refusal.code === "work_required";

const challengeIn = (refusal: unknown) =>
  isWorkRequired(refusal) ? (refusal.data as { challenge?: WorkChallenge } | undefined)?.challenge : undefined;

/** The work of a form's presses: how much of it is done, and what ends it when the page is left. */
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
 * Sends a call, and once more with each piece of work that the shop requires first. Rejects as
 * `send` does, also where this browser cannot work; undefined where `signal` ended it.
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
