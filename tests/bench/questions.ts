/**
 * An answer as it was sent: header names and values in turn, and the encoded body. Node adds Date
 * and Connection itself.
 */
export type Recorded = { path: string; headers: string[]; body: Uint8Array };

/**
 * The work of the load process: it sends `requests` in turn over keep-alive connections, one at a
 * time on each.
 */
export type Load = {
  port: number;
  /** whole requests, ready to be written */
  requests: string[];
  connections: number;
  /** no request is sent later than so many ms after the first */
  milliseconds: number;
  /** whether each request is sent only once: the load ends early when none is left */
  once: boolean;
  /** every answer must have this status */
  status: number;
};

export type Loaded = { answers: number; bytes: number; milliseconds: number };

export type Sent = { method: string; path: string; body?: string };
/** Requests in turn, at a fixed rate, whether they are answered or not. */
export type Arrivals = { port: number; requests: Sent[]; perSecond: number; milliseconds: number };
/** Requests in turn by shoppers who each send the next one after an answer. */
export type House = { port: number; requests: Sent[]; shoppers: number; milliseconds: number };
/** Status 0 means that the connection broke. */
export type Arrived = { status: number; ms: number };

/**
 * The memory in bytes: `before` is the resident memory before the collection, `buffers` are outside
 * the heap.
 */
export type Memory = { before: number; rss: number; heap: number; buffers: number };

/** The questions between the processes of a bench: every question gets one answer. */
export type Questions = {
  /** the ms of CPU that the process has used so far */
  cpu: { asks: null; answer: number };
  /** the memory of the process after a collection */
  memory: { asks: null; answer: Memory };
  /** bare.ts: starts listening, and answers with these records; the answer contains the ports */
  serve: { asks: Recorded[]; answer: { http: number; socket: number } };
  load: { asks: Load; answer: Loaded };
  arrivals: { asks: Arrivals; answer: Arrived[] };
  house: { asks: House; answer: Arrived[] };
};

export type Question<Name extends keyof Questions = keyof Questions> = { name: Name; asks: Questions[Name]["asks"] };

/** Lets this process answer one kind of question, and ends the process when the bench has gone. */
export function answers<Name extends keyof Questions>(
  name: Name,
  give: (asks: Questions[Name]["asks"]) => Questions[Name]["answer"] | Promise<Questions[Name]["answer"]>,
): void {
  process.on("message", async (question: Question) => {
    if (question.name === name) process.send?.(await give(question.asks as Questions[Name]["asks"]));
  });
}
