import { act as reactAct } from "react";

/**
 * Does something and waits until everything that it changed has been rendered and every effect has
 * run.
 */
export async function act(work: () => unknown): Promise<void> {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  environment.IS_REACT_ACT_ENVIRONMENT = true;
  try {
    await reactAct(async () => void (await work()));
  } finally {
    environment.IS_REACT_ACT_ENVIRONMENT = false;
  }
}
