import { z } from "zod";
import { isLoopback } from "../web/network.ts";
import { ConfigError, flag, type Values } from "./values.ts";

/**
 * Whether a text is an issuer's address. Requires https, since with plain http anybody on the
 * network path could see who signs in.
 */
const isIssuer = (text: string): boolean => {
  const { protocol, hostname, search, hash } = URL.parse(text) ?? {};
  return search === "" && hash === "" && (protocol === "https:" || (protocol === "http:" && isLoopback(hostname ?? "")));
};
const issuer = z.string().refine(isIssuer, "must be the provider's https address, as in its discovery document");
const clientId = z.string().max(300, "must be the client ID from the provider");
const clientSecret = z.string().max(1000, "must be the client secret from the provider");
const label = z.string().max(40, "must be the provider's name for its button, up to 40 characters");

export const socialVariables = {
  SOCIAL_1_ISSUER: issuer.optional(),
  SOCIAL_1_CLIENT_ID: clientId.optional(),
  SOCIAL_1_CLIENT_SECRET: clientSecret.optional(),
  SOCIAL_1_LABEL: label.optional(),
  SOCIAL_2_ISSUER: issuer.optional(),
  SOCIAL_2_CLIENT_ID: clientId.optional(),
  SOCIAL_2_CLIENT_SECRET: clientSecret.optional(),
  SOCIAL_2_LABEL: label.optional(),
  SOCIAL_POPUP: flag.default(false),
};

type SocialValues = Values<typeof socialVariables>;

/**
 * The settings of one of the two OpenID Connect providers. `place` is the provider's number, which
 * is part of the paths of its sign-in.
 */
export type SocialSettings = { place: 1 | 2; issuer: string; clientId: string; clientSecret: string; label: string };

export type SocialConfig = {
  /**
   * the configured providers; if the list is empty, the demo providers run instead, but only
   * outside production and on a loopback address
   */
  social: readonly SocialSettings[];
  /** whether social sign-in opens a popup instead of leaving the page */
  socialPopup: boolean;
};

export const socialOf = (values: SocialValues): SocialConfig => ({
  social: ([1, 2] as const).flatMap((place) => providerOf(values, place) ?? []),
  socialPopup: values.SOCIAL_POPUP,
});

/** The settings of a provider. All four values must be set, or none. */
function providerOf(values: SocialValues, place: 1 | 2): SocialSettings | undefined {
  const names = ["ISSUER", "CLIENT_ID", "CLIENT_SECRET", "LABEL"] as const;
  const lacking = names.filter((name) => values[`SOCIAL_${place}_${name}`] === undefined);
  if (lacking.length === names.length) return undefined;
  if (lacking.length > 0)
    throw new ConfigError(
      lacking.map((name) => `SOCIAL_${place}_${name} must be set if other SOCIAL_${place}_ values are set`).join("\n"),
    );
  const [issuer = "", clientId = "", clientSecret = "", label = ""] = names.map((name) => values[`SOCIAL_${place}_${name}`]);
  return { place, issuer, clientId, clientSecret, label };
}
