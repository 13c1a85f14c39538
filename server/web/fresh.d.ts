declare module "fresh" {
  type Headers = Readonly<Record<string, string | undefined>>;
  /** Whether a client that sent the request headers has the answer with these response headers. */
  export default function fresh(request: Headers, response: Headers): boolean;
}
