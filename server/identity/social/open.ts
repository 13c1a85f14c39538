import type { Logger } from "pino";
import type { Config, SocialSettings } from "../../config.ts";
import { isLoopback } from "../../web/network.ts";
import type { SocialOffer } from "../../web/page.ts";
import { socialCallbackPath } from "../paths.ts";
import { cachedClient } from "./client.ts";
import { demoProviders } from "./demo/start.ts";
import type { DemoProviders, Place, Social, SocialProvider } from "./providers.ts";

const demos = [
  { place: 1, label: "Demo One" },
  { place: 2, label: "Demo Two" },
] as const;

type Around = { now: () => number; log: Logger };

/**
 * Opens the configured providers. If none is configured, opens the demo providers if they are
 * allowed.
 */
export function openSocial(config: Config, publicUrl: string, { now, log }: Around): Social {
  const returnAddress = (place: Place) => publicUrl + socialCallbackPath(place);
  const starting = { labels: demos.map(({ label }) => label), returnAddress, log };
  const demo = config.social.length === 0 && mayShow(config, publicUrl) ? demoProviders(starting) : undefined;
  const providers = demo ? demonstrated(demo, now) : config.social.map((one) => configured(one, now));
  return {
    providers,
    offer: offerOf(providers, config.socialPopup),
    returnAddress,
    warm: () => void demo?.settings(1).catch((error: unknown) => log.warn({ err: error }, "the demo providers do not start")),
    stop: async () => await demo?.stop(),
  };
}

/** Anybody may choose one of the demo people, so only this machine may reach the shop. */
const mayShow = ({ production, host }: Config, publicUrl: string): boolean =>
  !production && isLoopback(host) && isLoopback(new URL(publicUrl).hostname);

const configured = (one: SocialSettings, now: () => number): SocialProvider => ({
  place: one.place,
  label: one.label,
  key: new URL(one.issuer).href.replace(/\/$/, ""),
  client: cachedClient(async () => one, now),
});

const demonstrated = (demo: DemoProviders, now: () => number): SocialProvider[] =>
  demos.map(({ place, label }) => ({
    place,
    label,
    key: `demo-${place}`,
    client: cachedClient(() => demo.settings(place), now),
  }));

/** Without the popup the links are plain links, and no script is loaded for them. */
const offerOf = (providers: readonly SocialProvider[], popup: boolean): SocialOffer | undefined =>
  providers.length === 0
    ? undefined
    : { providers: providers.map(({ place, label }) => ({ place, label })), popup, on: popup ? "load" : "never" };
