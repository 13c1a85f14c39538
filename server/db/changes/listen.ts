import { JoinedClient } from "../joined-client.ts";

/** In ms. */
export type ListenTimes = {
  /** how long the server may take to accept a connection */
  connectWithin: number;
  /** how often the server is asked for a sign of life */
  beatEvery: number;
  /**
   * after this time without a sign of life the server counts as silent, and a new connection is
   * made
   */
  silentAfter: number;
  /** how often the changes are read even without a notice */
  pollEvery: number;
};

const usual: ListenTimes = { connectWithin: 10_000, beatEvery: 1000, silentAfter: 2000, pollEvery: 5000 };

export type Listener = {
  /** False while the server gives no sign of life. */
  responds(): boolean;
  stop(): Promise<void>;
};

export type ListenEvents = {
  /**
   * called at each catalogue change, with the number of its transaction, and once without a number
   * after every reconnect, since notices may have been lost
   */
  changed: (transaction?: number) => void;
  /** called regularly, since a connection that looks sound may lose a notice */
  poll: () => void;
};

/** The number of the transaction that a notice names. */
const transactionOf = (payload: string | undefined): number | undefined => Number(payload) || undefined;

/**
 * Listens for catalogue changes on a connection of its own. A connection may freeze without an
 * error, so the server is asked for a sign of life every second.
 */
export function listenForChanges(url: string, { changed, poll }: ListenEvents, times: Partial<ListenTimes> = {}): Listener {
  const { connectWithin, beatEvery, silentAfter, pollEvery } = { ...usual, ...times };
  let stopped = false;
  let silent = false;
  let client: JoinedClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  const connect = () => {
    const connection = new JoinedClient({ connectionString: url, connectionTimeoutMillis: connectWithin });
    client = connection;
    connection.on("notification", ({ payload }) => changed(transactionOf(payload)));
    connection.on("error", () => {});
    // Runs once, whether connecting failed or the connection was lost. A second event would start a
    // second connection.
    connection.once("end", () => {
      clearTimeout(timer);
      if (stopped) return;
      changed();
      timer = setTimeout(connect, 500);
    });
    void listen(connection).catch(() => connection.breakOff());
  };
  const listen = async (connection: JoinedClient) => {
    await connection.connect().catch((error: unknown) => {
      silent = true;
      throw error;
    });
    await answered(connection, "LISTEN catalog_changed");
    changed();
    for (let beats = 1; !stopped; beats += 1) {
      await new Promise((resolve) => {
        timer = setTimeout(resolve, beatEvery);
      });
      await answered(connection, "SELECT 1");
      if (beats % Math.ceil(pollEvery / beatEvery) === 0) poll();
    }
  };
  /** Sends a statement, and ends the connection if no answer comes. */
  const answered = async (connection: JoinedClient, text: string) => {
    let isAnswered = false;
    const giveUp = () => {
      if (isAnswered) return;
      silent = true;
      connection.breakOff();
    };
    // A busy process may notice the deadline late. `setImmediate` lets it first read an answer that
    // has arrived meanwhile.
    const deadline = setTimeout(() => setImmediate(giveUp), silentAfter);
    try {
      await connection.query(text);
      isAnswered = true;
      silent = false;
    } finally {
      clearTimeout(deadline);
    }
  };
  connect();
  return {
    responds: () => !silent,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      if (silent) return client?.breakOff();
      const deadline = setTimeout(() => client?.breakOff(), silentAfter);
      await client?.end().catch(() => {});
      clearTimeout(deadline);
    },
  };
}
