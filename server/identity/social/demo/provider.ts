import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Configuration, interactionPolicy, Provider } from "oidc-provider";
import { newSecret } from "../../../ids.ts";
import { chooserPage, policy, stylesheet } from "./page.ts";
import type { DemoPerson } from "./people.ts";

type DemoOptions = {
  label: string;
  people: readonly DemoPerson[];
  clientSecret: string;
  /** the shop's callback address */
  returnAddress: string;
};

export type RunningDemo = { issuer: string; close(): Promise<void> };

const demoClientId = "shop";
const chooser = "/choose/";

/**
 * A certified OpenID Connect provider with made-up people, on a free port of this machine. There
 * are no passwords: its one page lists the people.
 */
export async function openDemoProvider(options: DemoOptions): Promise<RunningDemo> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configuration(options));
  const speak = provider.callback();
  server.on("request", (req, res) => {
    const path = req.url?.split("?", 1)[0] ?? "";
    if (path === "/demo.css") return send(res, "text/css", stylesheet);
    clearProviderSession(req, prefixOf(options));
    if (!path.startsWith(chooser)) return void speak(req, res);
    choose(provider, options, req, res).catch(() => {
      if (!res.headersSent) send(res, "text/plain", "This page has expired. Go back to the shop and start again.", 400);
    });
  });
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { issuer, close };
}

const prefixOf = ({ label }: DemoOptions): string => label.toLowerCase().replace(/\W+/g, "-");

/**
 * Ends the provider's session each time. Otherwise the library would show its own page to switch
 * accounts, which needs scripts.
 */
function clearProviderSession({ headers }: IncomingMessage, prefix: string): void {
  const cookies = headers.cookie?.split(/;\s*/).filter((cookie) => !cookie.startsWith(`${prefix}_session`));
  headers.cookie = cookies?.join("; ");
}

function configuration(options: DemoOptions): Configuration {
  const { people, clientSecret, returnAddress } = options;
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const prefix = prefixOf(options);
  const prompts = interactionPolicy.base();
  prompts.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
  return {
    clients: [
      {
        client_id: demoClientId,
        client_secret: clientSecret,
        redirect_uris: [returnAddress],
        grant_types: ["authorization_code"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_basic",
        id_token_signed_response_alg: "ES256",
      },
    ],
    clientAuthMethods: ["client_secret_basic"],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "ES256" }] as never },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "gender", "birthdate"],
    },
    scopes: ["openid", "email", "profile"],
    // The names differ, since cookies ignore ports and two providers and the shop may share a host.
    cookies: {
      keys: [newSecret()],
      names: { session: `${prefix}_session`, interaction: `${prefix}_interaction`, resume: `${prefix}_resume` },
    },
    features: { devInteractions: { enabled: false } },
    interactions: { policy: prompts, url: (_ctx, { uid }) => `${chooser}${uid}` },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 3600, Grant: 3600, AccessToken: 300, AuthorizationCode: 60, IdToken: 300 },
    findAccount(_ctx, sub) {
      const person = people.find((one) => one.sub === sub);
      return person && { accountId: sub, claims: () => ({ ...person }) };
    },
    // Choosing an account grants the scopes.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  };
}

async function choose(
  provider: Provider,
  { label, people }: DemoOptions,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  await provider.interactionDetails(req, res);
  if (req.method !== "POST") return send(res, "text/html; charset=utf-8", chooserPage(label, people));
  const sub = new URLSearchParams(await bodyOf(req)).get("person");
  const chosen = people.find((one) => one.sub === sub);
  const result = chosen
    ? { select_account: {}, login: { accountId: chosen.sub } }
    : { error: "access_denied", error_description: "nobody was chosen" };
  await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of req) {
    body += chunk;
    if (body.length > 4096) throw new Error("too long");
  }
  return body;
}

function send(res: ServerResponse, type: string, body: string, status = 200): void {
  res.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store", "Content-Security-Policy": policy }).end(body);
}
