declare module "fresh" {
  type Headers = Readonly<Record<string, string | undefined>>;
  /** Whether a client that sent these headers has the answer that would carry those. */
  export default function fresh(request: Headers, response: Headers): boolean;
}
