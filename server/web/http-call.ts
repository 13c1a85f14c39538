/**
 * A generic code for the absence of an answer. It never contains the error itself, which may quote
 * the request.
 */
type Silence = { arrived: false; code: "timeout" | "unreachable" | "bad_answer" | "server_error" };

/** A complete answer in JSON, or none. */
export type Answer = { arrived: true; status: number; body: unknown } | Silence;

/** A complete answer as text, or none. */
export type TextAnswer = { arrived: true; status: number; text: string } | Silence;

type Headers = Readonly<Record<string, string>>;
type HttpCall = { path: string; body?: object; deadlineMs: number; headers?: Headers };
export type TextCall = { path: string; body?: string; deadlineMs: number; headers: Headers };

/** The address of another provider's service. */
export type TextLine = { url: string; fetch: typeof globalThis.fetch };

/** A service of another provider, and the secret by which it knows the shop. */
export type ServiceLine = TextLine & { secret: string };

const answerLimit = 4_194_304;

/** Makes one request in JSON, as `callInText` does. */
export async function callService(line: ServiceLine, { path, body, deadlineMs, headers = {} }: HttpCall): Promise<Answer> {
  const answer = await callInText(line, {
    path,
    deadlineMs,
    headers: {
      authorization: `Bearer ${line.secret}`,
      accept: "application/json",
      ...(body && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.arrived ? parsed(answer.status, answer.text) : answer;
}

/**
 * Makes one request, never repeated, which ends by its deadline even if `fetch` ignores the signal.
 */
export async function callInText(line: TextLine, { deadlineMs, ...call }: TextCall): Promise<TextAnswer> {
  const control = new AbortController();
  const lapse = Promise.withResolvers<TextAnswer>();
  const timer = setTimeout(() => {
    lapse.resolve({ arrived: false, code: "timeout" });
    control.abort();
  }, deadlineMs);
  try {
    return await Promise.race([exchange(line, call, control.signal), lapse.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function exchange(
  { url, fetch }: TextLine,
  { path, body, headers }: Omit<TextCall, "deadlineMs">,
  signal: AbortSignal,
): Promise<TextAnswer> {
  try {
    const response = await fetch(new URL(path, url.endsWith("/") ? url : `${url}/`), {
      method: body === undefined ? "GET" : "POST",
      headers,
      // A redirect would send secrets, such as a card, to another host.
      redirect: "error",
      signal,
      ...(body !== undefined && { body }),
    });
    const text = await textOf(response);
    if (response.status >= 500) return { arrived: false, code: "server_error" };
    return text === undefined ? { arrived: false, code: "bad_answer" } : { arrived: true, status: response.status, text };
  } catch {
    return { arrived: false, code: "unreachable" };
  }
}

/** The text of a response; undefined if it is too long. */
async function textOf(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > answerLimit) return undefined;
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
