import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

type TaxRequest = { lines: { id: string; amountCents: number }[]; shippingCents: number; [name: string]: unknown };
type Mode = "right" | "slow" | "wrong" | "away" | "dearer";

const textOf = async (req: IncomingMessage): Promise<string> => {
  let text = "";
  for await (const chunk of req) text += String(chunk);
  return text;
};

/** A tax service with 10 % on products and nothing on shipping. It records the requests. */
export async function startTaxService() {
  const state: { mode: Mode; asked: TaxRequest[]; headers: IncomingMessage["headers"][] } = {
    mode: "right",
    asked: [],
    headers: [],
  };
  const waiting: (() => void)[] = [];
  const server = createServer(async (req, res) => {
    const asked = JSON.parse(await textOf(req)) as TaxRequest;
    state.asked.push(asked);
    state.headers.push(req.headers);
    const rate = state.mode === "dearer" ? 0.2 : 0.1;
    const lines = asked.lines.map(({ id, amountCents }) => ({ id, taxCents: Math.round(amountCents * rate) }));
    const answers: Record<Mode, string> = {
      right: JSON.stringify({ lines, shippingTaxCents: 0, reference: "T-1" }),
      dearer: JSON.stringify({ lines, shippingTaxCents: 0 }),
      wrong: JSON.stringify({ lines: lines.map((line) => ({ ...line, taxCents: 1.5 })), shippingTaxCents: 0 }),
      slow: "",
      away: "",
    };
    if (state.mode === "slow") return void waiting.push(() => res.end());
    res.statusCode = state.mode === "away" ? 503 : 200;
    res.setHeader("content-type", "application/json").end(answers[state.mode]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const end = () => {
    for (const give of waiting) give();
    server.closeAllConnections();
    server.close();
  };
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, end };
}
