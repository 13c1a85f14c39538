import type { Configuration } from "openid-client";
import type { SocialSettings } from "../../config.ts";
import type { SocialOffer } from "../../web/page.ts";
import type { ClientSettings } from "./client.ts";

export type Place = SocialSettings["place"];

/** One of the two providers for signing in. */
export type SocialProvider = {
  place: Place;
  label: string;
  /**
   * the value that names the provider in the database: its issuer, or a fixed name if the issuer
   * changes with each start
   */
  key: string;
  /**
   * the client, configured by the discovery document; rejects while the provider cannot be reached
   */
  client(): Promise<Configuration>;
};

/** Starts the demo providers on first use. */
export type DemoProviders = {
  settings(place: Place): Promise<ClientSettings>;
  stop(): Promise<void>;
};

/** Social sign-in of an open shop. */
export type Social = {
  providers: readonly SocialProvider[];
  /** the offer that the screens show; undefined without providers */
  offer: SocialOffer | undefined;
  /** the callback address of a provider */
  returnAddress(place: Place): string;
  /** prepares the providers for a shopper who may sign in soon */
  warm(): void;
  stop(): Promise<void>;
};
