import { findPackageJSON } from "node:module";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import { type Child, startChild } from "../../../child.ts";
import { newSecret } from "../../../ids.ts";
import type { ClientSettings } from "../client.ts";
import type { DemoProviders, Place } from "../providers.ts";
import type { DemoStart } from "./main.ts";

type Starting = { labels: readonly string[]; returnAddress: (place: Place) => string; log: Logger };
type Running = Child<{ issuers: readonly string[] }>;

const program = fileURLToPath(new URL("./main.ts", import.meta.url));
const clientId = "shop";

/** Whether the provider's package, a development dependency, is installed. */
function isInstalled(): boolean {
  try {
    return findPackageJSON("oidc-provider", import.meta.url) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The demo providers, started on first use, and again after they ended; undefined if they are not
 * installed.
 */
export function demoProviders({ labels, returnAddress, log }: Starting): DemoProviders | undefined {
  if (!isInstalled()) {
    log.info("social sign-in is off: SOCIAL_1_ISSUER is not set, and the demo providers need the development dependencies");
    return undefined;
  }
  const clientSecret = newSecret();
  const starts = labels.map((label, at): DemoStart => ({ label, clientSecret, returnAddress: returnAddress((at + 1) as Place) }));
  let running: Promise<Running> | undefined;
  let stopping = false;
  const start = async (): Promise<Running> => {
    const { SystemRoot } = process.env;
    const env = { DEMO_PROVIDERS: JSON.stringify(starts), ...(SystemRoot && { SystemRoot }) };
    const child: Running = await startChild({ name: "the demo providers", program, env });
    void child.gone.then(forget);
    return child;
  };
  const forget = () => {
    running = undefined;
  };
  return {
    async settings(place): Promise<ClientSettings> {
      if (stopping) throw new Error("the shop is stopping");
      running ??= start();
      running.catch(forget);
      const { said } = await running;
      return { issuer: said.issuers[place - 1] ?? "", clientId, clientSecret };
    },
    async stop() {
      stopping = true;
      const child = await running?.catch(() => undefined);
      await child?.stop();
    },
  };
}
