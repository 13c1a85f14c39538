import type { Configuration } from "openid-client";
import type { SocialSettings } from "../../config.ts";
import type { SocialOffer } from "../../web/page.ts";
import type { ClientSettings } from "./client.ts";

export type Place = SocialSettings["place"];

/** One of the two providers that a shopper may sign in by. */
export type SocialProvider = {
  place: Place;
  label: string;
  /** what its accounts are kept under: the issuer, or a name where that changes with each start */
  key: string;
  /** what it is asked through, by its discovery document; rejects while it cannot be reached */
  client(): Promise<Configuration>;
};

/** What starts the demo providers, once somebody needs them. */
export type DemoProviders = {
  settings(place: Place): Promise<ClientSettings>;
  stop(): Promise<void>;
};

/** Social sign-in of an open shop. */
export type Social = {
  providers: readonly SocialProvider[];
  /** what the screens show of it; undefined without providers */
  offer: SocialOffer | undefined;
  /** where a provider sends the shopper back to */
  returnAddress(place: Place): string;
  /** gets ready for a shopper who may press soon */
  warm(): void;
  stop(): Promise<void>;
};
