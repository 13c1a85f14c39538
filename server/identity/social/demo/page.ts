import { escapeHtml } from "../../../web/html.ts";
import type { DemoPerson } from "./people.ts";

/**
 * Only the page's own stylesheet is loaded; `form-action` is not set, since the form is redirected
 * to the shop.
 */
export const policy = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

export const stylesheet = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; min-height: 100vh; place-content: center; background: Canvas; color: CanvasText; }
main { width: min(24rem, 100vw - 2rem); padding-block: 1rem; }
h1 { font-size: 1.5rem; margin: 0; }
form { display: grid; gap: .5rem; }
button { font: inherit; text-align: start; padding: .75rem 1rem; border: 1px solid GrayText; border-radius: .5rem; background: ButtonFace; color: ButtonText; }
button:hover { border-color: CanvasText; }
button:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
button span { display: block; font-size: .875rem; }
.deny { margin-top: .5rem; text-align: center; background: none; }
`;

const choice = ({ sub, name, email, email_verified }: DemoPerson): string =>
  `<button name="person" value="${escapeHtml(sub)}"><strong>${escapeHtml(name)}</strong>` +
  `<span>${escapeHtml(email)}${email_verified ? "" : " (not verified)"}</span></button>`;

/** The provider's one page: a choice of people, or to cancel. It has plain forms and no script. */
export const chooserPage = (label: string, people: readonly DemoPerson[]): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(label)}: choose an account</title>
<link rel="stylesheet" href="/demo.css"><link rel="icon" href="data:,"></head>
<body><main>
<h1>${escapeHtml(label)}</h1>
<p>Choose an account to continue to the shop. These people are fictional, and this page runs only on your machine.</p>
<form method="post">
${people.map(choice).join("\n")}
<button class="deny" name="person" value="">Deny</button>
</form>
</main></body>
</html>
`;
