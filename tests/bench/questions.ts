/**
 * One answer as it went over the wire: header names and values in turn, the body encoded. Node adds
 * Date and Connection itself.
 */
export type Recorded = { path: string; headers: string[]; body: Uint8Array };

/**
 * What the load process does: sends `requests` in turn over keep-alive connections, never two at
 * once on one.
 */
export type Load = {
  port: number;
  /** whole requests, ready to be written */
  requests: string[];
  connections: number;
  /** no request is sent later than so many ms after the first */
  milliseconds: number;
  /** each request once only: the load ends early when there is none left */
  once: boolean;
  /** every answer must have this status */
  status: number;
};

export type Loaded = { answers: number; bytes: number; milliseconds: number };

export type Sent = { method: string; path: string; body?: string };
/** Requests in turn, that many a second, whether they are answered or not. */
export type Arrivals = { port: number; requests: Sent[]; perSecond: number; milliseconds: number };
/** Requests in turn by shoppers who send the next one once they are answered. */
export type House = { port: number; requests: Sent[]; shoppers: number; milliseconds: number };
/** Status 0: the connection broke. */
export type Arrived = { status: number; ms: number };

/** Bytes; `before` is resident before the collection, `buffers` are outside of the heap. */
export type Memory = { before: number; rss: number; heap: number; buffers: number };

/** What the processes of a bench ask of each other: every question gets one answer. */
export type Questions = {
  /** ms of CPU that the process has used so far */
  cpu: { asks: null; answer: number };
  /** what the process holds after a collection */
  memory: { asks: null; answer: Memory };
  /** bare.ts: listen, and answer with these; the answer is the ports */
  serve: { asks: Recorded[]; answer: { http: number; socket: number } };
  load: { asks: Load; answer: Loaded };
  arrivals: { asks: Arrivals; answer: Arrived[] };
  house: { asks: House; answer: Arrived[] };
};

export type Question<Name extends keyof Questions = keyof Questions> = { name: Name; asks: Questions[Name]["asks"] };

/** Lets this process answer one kind of question, and ends it once nobody can ask any more. */
export function answers<Name extends keyof Questions>(
  name: Name,
  give: (asks: Questions[Name]["asks"]) => Questions[Name]["answer"] | Promise<Questions[Name]["answer"]>,
): void {
  process.on("message", async (question: Question) => {
    if (question.name === name) process.send?.(await give(question.asks as Questions[Name]["asks"]));
  });
}
