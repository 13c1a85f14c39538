/** A recorded exchange of a VCR cassette; `sent` is the form that was sent, `""` for none. */
export type Exchange = { method: string; path: string; sent: string; status: number; answer: string };

/** The exchanges of a cassette, whose YAML always has the same form. */
export const exchangesIn = (cassette: string): Exchange[] =>
  cassette
    .split(/^- request:$/m)
    .slice(1)
    .map((text) => {
      const [request = "", response = ""] = text.split(/^ {2}response:$/m);
      const block = /^ {6}string: \|-?\n((?: {8}.*\n?|\n)+)/m.exec(response)?.[1] ?? "";
      const [, method = ""] = /^ {4}method: (\w+)$/m.exec(request) ?? [];
      const [, uri = ""] = /^ {4}uri: (\S+)$/m.exec(request) ?? [];
      const [, sent = ""] = /^ {6}string: ([^'\n].*)$/m.exec(request) ?? [];
      const [, status = ""] = /^ {6}code: (\d+)$/m.exec(response) ?? [];
      return { method, path: new URL(uri).pathname, sent, status: Number(status), answer: block.replace(/^ {8}/gm, "") };
    });
