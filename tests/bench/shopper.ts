import { type Agent, request } from "node:http";

type Reply = { status: number; text: string };

/** A browser that makes calls; it keeps its cookies and sends its token. */
export type Shopper = {
  get: (path: string) => Promise<Reply>;
  /** the `data` of a call's answer; throws for a refusal, including a field error */
  post: (path: string, body: unknown) => Promise<Record<string, unknown>>;
};

export function newShopper(agent: Agent, port: number): Shopper {
  const cookies = new Map<string, string>();

  const keep = (lines: readonly string[] = []) => {
    for (const line of lines) {
      const [pair = ""] = line.split(";", 1);
      const at = pair.indexOf("=");
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  };
  const call = (method: string, path: string, body: string | undefined): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const headers = {
        ...(cookies.size > 0 && { Cookie: [...cookies].map((pair) => pair.join("=")).join("; ") }),
        ...(body !== undefined && {
          "Content-Type": "application/json",
          "Content-Length": Buffer.byteLength(body),
          "X-CSRFToken": cookies.get("csrftoken") ?? "",
        }),
      };
      const asking = request({ agent, host: "127.0.0.1", port, method, path, headers }, (res) => {
        keep(res.headers["set-cookie"]);
        let text = "";
        res.setEncoding("utf8");
        res.on("data", (chunk: string) => {
          text += chunk;
        });
        res.once("error", reject);
        res.once("end", () => resolve({ status: res.statusCode ?? 0, text }));
      });
      asking.once("error", reject).end(body);
    });
  const post = async (path: string, body: unknown) => {
    const { status, text } = await call("POST", path, JSON.stringify(body));
    const answer = JSON.parse(text) as { data?: Record<string, unknown> & { errors?: readonly unknown[] } };
    if (status !== 200 || !answer.data || (answer.data.errors?.length ?? 0) > 0) throw new Error(`${path}: ${status} ${text}`);
    return answer.data;
  };
  return { get: (path) => call("GET", path, undefined), post };
}
