import { type Refusal, refuse } from "../outcome.ts";
import { NotPermitted } from "./guarded-request.ts";

const reasons: Record<string, string> = {
  ENOTFOUND: "there is no server with that name",
  EAI_AGAIN: "its server name could not be looked up",
  ECONNREFUSED: "its server refused the connection",
  ECONNRESET: "its server closed the connection early",
  EPIPE: "its server closed the connection early",
  EHOSTUNREACH: "its server cannot be reached",
  ENETUNREACH: "its server cannot be reached",
  ETIMEDOUT: "its server did not answer",
  EPROTO: "its server does not support https",
};

/** Turns every network error into a refusal, so that one failed picture does not end an import. */
export function reasonOf(error: unknown, signal: AbortSignal, { timeLimit }: { timeLimit: number }): Refusal {
  if (signal.aborted) {
    const timedOut = signal.reason instanceof DOMException && signal.reason.name === "TimeoutError";
    return refuse("failed", timedOut ? `it did not arrive within ${timeLimit / 1000} seconds` : "its download was stopped");
  }
  if (error instanceof NotPermitted) return refuse("invalid", "its server is not on the public internet at port 80 or 443");
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/.test(code)) return refuse("failed", "its server's certificate is not valid");
  const reason = reasons[code];
  if (reason) return refuse("failed", reason);
  if (code === "") throw error;
  return refuse("failed", `its server cannot be used (${code})`);
}
