import { answersOf, type Gets, type Row, type Who } from "./row.ts";
import { table } from "./table.ts";

const words: Record<Gets, string> = {
  yes: "yes",
  own: "their own",
  thanks: "“Thank you” alone",
  "sign-in": "the sign-in",
  session: "401, the sign-in",
  wrong: "refused without the secret",
  401: "401",
  404: "404",
};
const columns: readonly Who[] = ["guest", "other", "owner", "grant"];
const guards = { token: "token", origin: "no other site" };

const cell = (text: string): string => text.replaceAll("|", String.raw`\|`);

function lineOf({ method, path, kind, does, guard, note }: Row): string {
  const answers = answersOf(kind);
  const got = columns.map((who) => words[answers[who] ?? answers.guest ?? 404]);
  const what = note === undefined ? does : `${does} (${note})`;
  return `| \`${method} ${cell(path)}\` | ${cell(what)} | ${guard ? guards[guard] : ""} | ${got.join(" | ")} |`;
}

/** docs/permissions.md, whole. */
export const document = (): string => `# Who gets what

Every route of the shop. This page is written from \`tests/web/permissions/table.ts\`; \`permissions.test.ts\` beside it reads the routes from the app
itself, asks each of them as everybody in this table, in JSON and as a native form, and fails where a row, a route or an answer is missing or
different. After a change of the table: \`npx vitest run tests/web/permissions -u\`.

- **guest**: no session, or one that has ended. **other**: another customer. **owner**: whose record it is; a guest's checkout belongs to whoever
  holds its id. **link**: a browser that followed the link mailed for that order, for an hour.
- **their own**: the same for everybody, about the asking browser or customer alone; nothing of another's can be named.
- **404**: the very answer for an id that nothing has, in status, headers and body. **401**: a native form goes to the sign-in by 303, or hears why
  on its page. **the sign-in**: 303, and back afterwards.
- **401, the sign-in**: of a customer's checkout, as the session may only be over: calls 401, screens and forms the sign-in and back. A guest's is
  not asked for a session, and for an id that nothing has the answer is 404.
- **refused without the secret**: a password, a mailed link or a return from a provider opens it, whoever asks.
- A **token** is the visitor's or the session's own (\`X-CSRFToken\`, in a form \`_csrf\`); without it the answer is 403 and nothing is changed. **no other
  site**: the call wants no token, and refuses what \`Sec-Fetch-Site\` or \`Origin\` call foreign.
- A checkout that has become an order tells \`find\` no more than \`{id, state: "completed"}\`; its screens lead to the confirmation, its changes are
  refused (\`checkouts.test.ts\`).
- Files stand under addresses that cannot be guessed, or hold nothing personal: \`/static\`, \`/media\`; a customer's picture is named by 128 random bits.

| route | what it does | a change wants | guest | other | owner | link |
| --- | --- | --- | --- | --- | --- | --- |
${table.map(lineOf).join("\n")}
`;
