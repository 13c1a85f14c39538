import { Socket } from "node:net";
import { Client, type ClientConfig } from "pg";

/** A connection to PostgreSQL that can send two statements in one write, which costs as much as one. */
export class JoinedClient extends Client {
  #socket: Socket;
  constructor(config: ClientConfig = {}) {
    const socket = new Socket();
    super({ ...config, pipeline: true, stream: () => socket });
    this.#socket = socket;
  }

  /** Whatever `send` sends goes out together. Below TLS too, whose own stream writes to this one. */
  join<Value>(send: () => Value): Value {
    this.#socket.cork();
    try {
      return send();
    } finally {
      this.#socket.uncork();
    }
  }

  /** Ends it at once, without a word to a server that may not listen: what is under way fails. */
  breakOff(): void {
    this.#socket.destroy();
  }
}
