const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for element content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

/** Escapes JSON for an attribute in single quotes, where its double quotes may stay. */
export const escapeJson = (json: string): string => json.replace(/[&'<>]/g, (sign) => signs[sign] ?? sign);
