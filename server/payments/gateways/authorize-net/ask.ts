import type { z } from "zod";
import { callInText, type TextLine } from "../../../web/http-call.ts";
import { type AnyAnswer, rootCode } from "./answers.ts";
import type { ApiCall } from "./requests.ts";

/** The address of the API, and the credentials that each request carries. */
export type ApiLine = TextLine & { login: string; secret: string };

export type NoAnswer = { arrived: false; code: string };
export type ApiAnswer<Body> = { arrived: true; body: Body } | NoAnswer;
/** Sends one request, never repeated. An answer in another form than `schema` is none. */
export type Ask = <Body extends AnyAnswer>(call: ApiCall, schema: z.ZodType<Body>) => Promise<ApiAnswer<Body>>;

/** Asks until `deadlineMs` from now, however many requests that are. */
export function askWithin(line: ApiLine, deadlineMs: number): Ask {
  const end = performance.now() + deadlineMs;
  return (call, schema) => ask(line, call, schema, end - performance.now());
}

/** Asks with a deadline for each request. */
export const askEach =
  (line: ApiLine, deadlineMs: number): Ask =>
  (call, schema) =>
    ask(line, call, schema, deadlineMs);

async function ask<Body extends AnyAnswer>(
  { url, login, secret, fetch }: ApiLine,
  { name, refId, fields }: ApiCall,
  schema: z.ZodType<Body>,
  deadlineMs: number,
): Promise<ApiAnswer<Body>> {
  if (deadlineMs <= 0) return { arrived: false, code: "timeout" };
  const merchantAuthentication = { name: login, transactionKey: secret };
  const answer = await callInText(
    { url: new URL(".", url).href, fetch },
    {
      path: new URL(url).pathname.split("/").at(-1) ?? "",
      body: JSON.stringify({ [`${name}Request`]: { merchantAuthentication, refId, ...fields } }),
      headers: { accept: "application/json", "content-type": "application/json" },
      deadlineMs,
    },
  );
  if (!answer.arrived) return answer;
  const body = answer.status === 200 ? schema.safeParse(readJson(answer.text)).data : undefined;
  // The answer to another request proves nothing about this one.
  const isOurs = body !== undefined && (!body.refId || body.refId === refId);
  return isOurs ? { arrived: true, body } : { arrived: false, code: "bad_answer" };
}

/**
 * Reads an answer, whose byte order mark `callInText` has left out; undefined if it is not JSON.
 * The error of malformed JSON would quote it.
 */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why a question was not answered; undefined if it was. */
export function readError(answer: AnyAnswer): string | undefined {
  if (answer.messages.resultCode === "Ok") return undefined;
  return questionErrors[rootCode(answer) ?? ""] ?? "bad_answer";
}

const questionErrors: Readonly<Record<string, string>> = {
  E00001: "server_error",
  E00005: "unauthorized",
  E00007: "unauthorized",
  E00011: "look_up_switched_off",
  E00040: "not_found",
  E00053: "server_error",
  E00104: "maintenance",
};
