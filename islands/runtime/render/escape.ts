const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for element content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

/**
 * Escapes JSON for an attribute in single quotes; there the JSON's double quotes need no escape.
 */
export const escapeJson = (json: string): string => json.replace(/[&'<>]/g, (sign) => signs[sign] ?? sign);
