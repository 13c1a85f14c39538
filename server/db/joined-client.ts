import { Socket } from "node:net";
import { Client, type ClientConfig } from "pg";

/**
 * A connection to PostgreSQL that can send two statements in one write, which takes as long as one.
 */
export class JoinedClient extends Client {
  #socket: Socket;
  constructor(config: ClientConfig = {}) {
    const socket = new Socket();
    super({ ...config, pipeline: true, stream: () => socket });
    this.#socket = socket;
  }

  /**
   * Sends everything that `send` sends in one write. It also works below TLS, whose own stream
   * writes to this socket.
   */
  join<Value>(send: () => Value): Value {
    this.#socket.cork();
    try {
      return send();
    } finally {
      this.#socket.uncork();
    }
  }

  /**
   * Ends the connection at once, without notice to a server that may not listen: running statements
   * fail.
   */
  breakOff(): void {
    this.#socket.destroy();
  }
}
