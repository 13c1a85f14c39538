import type { HostedPage } from "../../../server/payments/gateways/gateway.ts";

/** What a browser without scripts sees of the emulator's page. */
export type SeenPage = { status: number; text: string; location: string | null; form: PageForm | undefined };
type PageForm = { action: string; token: string };

/** Opens a page as the shop's own form does, by sending its fields. */
export const openPage = ({ address, fields }: HostedPage): Promise<SeenPage> => submit(address, fields);

/** Opens a page, and pays on it with a card. */
export async function payOnPage(page: HostedPage, cardNumber: string): Promise<SeenPage> {
  return payWith(await openPage(page), cardNumber);
}

/** Pays on a page that is open. */
export async function payWith({ form, text }: SeenPage, cardNumber: string, cardCode = "123"): Promise<SeenPage> {
  if (!form) throw new Error(`the page has no form: ${text}`);
  return submit(form.action, { token: form.token, cardNumber, expirationDate: "12/39", cardCode });
}

async function submit(address: string, fields: Readonly<Record<string, string>>): Promise<SeenPage> {
  const response = await fetch(address, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  const text = await response.text();
  const action = /<form method="post" action="([^"]+)"/.exec(text)?.[1];
  const token = /name="token" value="([^"]+)"/.exec(text)?.[1];
  const form = action && token ? { action: new URL(action, address).href, token } : undefined;
  return { status: response.status, text, location: response.headers.get("location"), form };
}
