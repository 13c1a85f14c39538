import { act as preactAct } from "preact/test-utils";

/** As `act.ts`, on Preact. */
export const act = (work: () => unknown): Promise<void> => preactAct(async () => void (await work()));
