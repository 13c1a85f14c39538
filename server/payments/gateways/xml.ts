import { SaxesParser } from "saxes";

/** An element's text if it contains no elements, and otherwise these by their names, in order. */
export type XmlValue = string | XmlElements;
export type XmlElements = { readonly [name: string]: readonly XmlValue[] };

type Open = { text: string; elements: Map<string, XmlValue[]> };

/**
 * Reads a document into its root element; undefined if it is not well-formed. Attributes and
 * comments are left out. A document with a DOCTYPE is refused, so that no entity is ever resolved.
 */
export function readXml(document: string): XmlElements | undefined {
  const open: Open[] = [{ text: "", elements: new Map() }];
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  const parser = new SaxesParser();
  parser.on("doctype", () => parser.fail("a DOCTYPE is not read"));
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("opentag", () => open.push({ text: "", elements: new Map() }));
  parser.on("closetag", ({ name }) => {
    const closed = open.pop();
    if (closed) addElement(open.at(-1)?.elements, name, valueIn(closed));
  });
  try {
    parser.write(document).close();
  } catch {
    return undefined;
  }
  return Object.fromEntries(open[0]?.elements ?? []);
}

function addElement(elements: Map<string, XmlValue[]> | undefined, name: string, value: XmlValue): void {
  const same = elements?.get(name);
  if (same) same.push(value);
  else elements?.set(name, [value]);
}

const valueIn = ({ text, elements }: Open): XmlValue => (elements.size === 0 ? text : Object.fromEntries(elements));
