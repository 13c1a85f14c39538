import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest();
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString("base64url");

/** CBOR (RFC 8949) of the few kinds that an authenticator writes. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (kind: number, length: number) =>
    length < 24
      ? Buffer.from([(kind << 5) | length])
      : Buffer.from(length < 256 ? [(kind << 5) | 24, length] : [(kind << 5) | 25, length >> 8, length & 255]);
  if (typeof value === "number") return value < 0 ? head(1, -value - 1) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([name, each]) => [cbor(name), cbor(each as never)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

/** The ways in which an answer differs from an honest one. */
export type Deviation = {
  origin?: string;
  rpId?: string;
  flags?: number;
  counter?: number;
  key?: KeyObject;
  userHandle?: string;
  /** Attests with its own key, although nobody asked for an attestation. */
  attests?: true;
};

const [present, verified, attested] = [0x01, 0x04, 0x40];

/** A verifying authenticator with one passkey, for a browser at `origin`. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(16);
  readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  counter = 0;
  userHandle = "";
  #origin: string;
  constructor(origin = "http://shop.test") {
    this.#origin = origin;
  }

  get credentialId(): string {
    return base64url(this.id);
  }

  #clientData(type: string, challenge: string, { origin }: Deviation): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: origin ?? this.#origin, crossOrigin: false }));
  }

  #head(flags: number, { rpId, counter }: Deviation): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.counter);
    return Buffer.concat([sha256(rpId ?? new URL(this.#origin).hostname), Buffer.from([flags]), count]);
  }

  /** `navigator.credentials.create()`, as JSON; the options are the shop's. */
  create({ challenge, user }: { challenge: string; user: { id: string } }, deviation: Deviation = {}): string {
    this.userHandle = user.id;
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    const entries: [number, number | Buffer][] = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ];
    const credential = [Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, cbor(new Map(entries))];
    const flags = deviation.flags ?? present | verified;
    const data = Buffer.concat([this.#head(flags | attested, deviation), ...credential]);
    const clientData = this.#clientData("webauthn.create", challenge, deviation);
    const signature = sign("sha256", Buffer.concat([data, sha256(clientData)]), this.keys.privateKey);
    const attestation = cbor(
      new Map<string, unknown>([
        ["fmt", deviation.attests ? "packed" : "none"],
        ["attStmt", new Map<string, unknown>(Object.entries(deviation.attests ? { alg: -7, sig: signature } : {}))],
        ["authData", data],
      ]),
    );
    return this.#credential({
      clientDataJSON: base64url(clientData),
      attestationObject: base64url(attestation),
      transports: ["internal"],
    });
  }

  /** `navigator.credentials.get()`, as JSON. */
  get({ challenge }: { challenge: string }, deviation: Deviation = {}): string {
    const clientData = this.#clientData("webauthn.get", challenge, deviation);
    const data = this.#head(deviation.flags ?? present | verified, deviation);
    return this.#credential({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url(sign("sha256", Buffer.concat([data, sha256(clientData)]), deviation.key ?? this.keys.privateKey)),
      userHandle: deviation.userHandle ?? this.userHandle,
    });
  }

  #credential(response: object): string {
    return JSON.stringify({
      id: this.credentialId,
      rawId: this.credentialId,
      type: "public-key",
      clientExtensionResults: {},
      response,
    });
  }
}
