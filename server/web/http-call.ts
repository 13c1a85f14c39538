/**
 * A complete answer in JSON, or a generic code for its absence. It never contains the error itself,
 * which may quote the request.
 */
export type Answer =
  | { arrived: true; status: number; body: unknown }
  | { arrived: false; code: "timeout" | "unreachable" | "bad_answer" | "server_error" };

type HttpCall = { path: string; body?: object; deadlineMs: number; headers?: Readonly<Record<string, string>> };

/** A service of another provider, and the secret by which it knows the shop. */
export type ServiceLine = { url: string; secret: string; fetch: typeof globalThis.fetch };

const answerLimit = 4_194_304;

/**
 * Makes one request, never repeated, which ends by its deadline even if `fetch` ignores the signal.
 */
export async function callService(line: ServiceLine, { path, body, deadlineMs, headers = {} }: HttpCall): Promise<Answer> {
  const control = new AbortController();
  const lapse = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => {
    lapse.resolve({ arrived: false, code: "timeout" });
    control.abort();
  }, deadlineMs);
  try {
    return await Promise.race([exchange(line, path, { body, headers }, control.signal), lapse.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function exchange(
  { url, secret, fetch }: ServiceLine,
  path: string,
  { body, headers }: { body: object | undefined; headers: Readonly<Record<string, string>> },
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const response = await fetch(new URL(path, url.endsWith("/") ? url : `${url}/`), {
      method: body ? "POST" : "GET",
      headers: {
        authorization: `Bearer ${secret}`,
        accept: "application/json",
        ...(body && { "content-type": "application/json" }),
        ...headers,
      },
      // A redirect would send secrets, such as a card, to another host.
      redirect: "error",
      signal,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await textOf(response);
    if (response.status >= 500) return { arrived: false, code: "server_error" };
    return parsed(response.status, text);
  } catch {
    return { arrived: false, code: "unreachable" };
  }
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > answerLimit) return "";
  }
  return text + decoder.decode();
}

function parsed(status: number, text: string): Answer {
  try {
    return { arrived: true, status, body: JSON.parse(text) };
  } catch {
    return { arrived: false, code: "bad_answer" };
  }
}
