import { act as preactAct } from "preact/test-utils";

/**
 * `act.ts` on Preact: runs `work` and waits until all its changes are rendered and every effect has
 * run.
 */
export const act = (work: () => unknown): Promise<void> => preactAct(async () => void (await work()));
