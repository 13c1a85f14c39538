const signs: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&nbsp;": " ", "&amp;": "&" };

const most = 155;

/** A cleaned description as plain text. */
export const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => signs[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();

/** The first words of a description, for search engines. */
export function summaryOf(html: string): string {
  const text = textOf(html);
  return text.length <= most ? text : `${text.slice(0, text.lastIndexOf(" ", most - 1))} …`;
}
