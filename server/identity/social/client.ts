import type { ClientAuth, Configuration } from "openid-client";
import { boundedFetch } from "./bounded-fetch.ts";

export type ClientSettings = { issuer: string; clientId: string; clientSecret: string };

/** The timeout of each request to a provider, in seconds: a shopper waits for it. */
const timeoutSeconds = 5;
const hour = 3_600_000;

/**
 * Returns a function for a provider's client. Its discovery document is read on first use and again
 * after an hour; a failure is not cached, and the last document stays in use while reading fails.
 */
export function cachedClient(settings: () => Promise<ClientSettings>, now: () => number): () => Promise<Configuration> {
  let cache: { issuer: string; until: number; client: Promise<Configuration> } | undefined;
  return async () => {
    const provider = await settings();
    const old = cache?.issuer === provider.issuer ? cache : undefined;
    if (old && old.until > now()) return await old.client;
    const discovery = { issuer: provider.issuer, until: now() + hour, client: discover(provider) };
    cache = discovery;
    return await discovery.client.catch((error: unknown) => {
      if (cache === discovery) cache = old;
      if (old) return old.client;
      throw error;
    });
  };
}

/** Imports the library on first use: most processes of the shop end before anybody signs in. */
async function discover({ issuer, clientId, clientSecret }: ClientSettings): Promise<Configuration> {
  const oidc = await import("openid-client");
  const post = oidc.ClientSecretPost(clientSecret);
  const basic = oidc.ClientSecretBasic(clientSecret);
  const authenticate: ClientAuth = (server, ...rest) =>
    server.token_endpoint_auth_methods_supported?.includes("client_secret_post") ? post(server, ...rest) : basic(server, ...rest);
  const read = () =>
    oidc.discovery(new URL(issuer), clientId, undefined, authenticate, {
      timeout: timeoutSeconds,
      [oidc.customFetch]: boundedFetch,
      // Signatures are checked in addition to TLS; plain http is for loopback only, which the
      // configuration checks.
      execute: [oidc.enableNonRepudiationChecks, ...(issuer.startsWith("http:") ? [oidc.allowInsecureRequests] : [])],
    });
  // A broken connection is tried again once; a timeout is not, since the shopper has waited
  // already.
  return await read().catch((error: { code?: string }) => (error.code === "OAUTH_TIMEOUT" ? Promise.reject(error) : read()));
}
