import { act as reactAct } from "react";

/** Runs `work` and waits until all its changes are rendered and every effect has run. */
export async function act(work: () => unknown): Promise<void> {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  environment.IS_REACT_ACT_ENVIRONMENT = true;
  try {
    await reactAct(async () => void (await work()));
  } finally {
    environment.IS_REACT_ACT_ENVIRONMENT = false;
  }
}
