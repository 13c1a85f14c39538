const signs: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&nbsp;": " ", "&amp;": "&" };

const most = 155;

/** The first words of a cleaned description as plain text, for search engines. */
export function summaryOf(html: string): string {
  const text = html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => signs[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
  return text.length <= most ? text : `${text.slice(0, text.lastIndexOf(" ", most - 1))} …`;
}
