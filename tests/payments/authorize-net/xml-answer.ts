import { readXml, type XmlValue } from "../../../server/payments/gateways/xml.ts";

/** The lists of the gateway's answers. JSON has them without the element around each item. */
const lists: ReadonlySet<string> = new Set(["errors", "userFields", "transactionResponse/messages"]);

/**
 * A request or answer in XML as the object that JSON would have. The attributes of the root are cut
 * out, since some recordings have damaged ones.
 */
export function objectOfXml(xml: string): unknown {
  const repaired = xml.replace(/^\uFEFF/, "").replace(/<(\w+?(?:Request|Response))[^>]*>/, "<$1>");
  const [answer = [""]] = Object.values(readXml(repaired) ?? {});
  return jsonOf(answer[0] ?? "", "");
}

function jsonOf(value: XmlValue, name: string, parent = ""): unknown {
  const isList = lists.has(name) || lists.has(`${parent}/${name}`);
  if (typeof value === "string") return isList ? [] : value.trim();
  if (isList) return Object.values(value).flatMap((items) => items.map((item) => jsonOf(item, "")));
  const entries = Object.entries(value).map(([child, items]) => [child, items.map((item) => jsonOf(item, child, name))] as const);
  // At the root, the messages are a list beside the result.
  return Object.fromEntries(entries.map(([child, items]) => [child, child === "message" ? items : items[0]]));
}
