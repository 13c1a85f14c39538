import { needText } from "../../../server/staff/people/rules/permissions.ts";
import { answersOf, type Gets, type Row, type Who } from "./row.ts";
import { table } from "./table.ts";

const words: Record<Gets, string> = {
  yes: "yes",
  own: "their own",
  thanks: "“Thank you” alone",
  "sign-in": "the sign-in",
  staff: "the staff’s sign-in",
  session: "401, the sign-in",
  wrong: "refused without the secret",
  401: "401",
  404: "404",
};
const columns: readonly Who[] = ["guest", "other", "owner", "grant"];
const guards = { csrf: "token", origin: "no other site" };

const openTo = { public: "all", guest: "listed" };

const cell = (text: string): string => text.replaceAll("|", String.raw`\|`);

function lineOf({ method, path, kind, summary, guard, crossOrigin, proof, note, needs }: Row): string {
  const answers = answersOf(kind);
  const got = columns.map((who) => words[answers[who] ?? answers.guest ?? 404]);
  const what = note === undefined ? summary : `${summary} (${note})`;
  return `| \`${method} ${cell(path)}\` | ${cell(what)} | ${guard ? guards[guard] : ""} | ${proof ? "yes" : ""} | ${got.join(" | ")} | ${crossOrigin ? openTo[crossOrigin] : ""} | ${needs ? needText(needs) : ""} |`;
}

/** The complete text of docs/permissions.md. */
export const document = (): string => `# Permissions

Every route of the shop, and what each kind of visitor gets from it. This page is generated from \`tests/web/permissions/table.ts\`.
\`permissions.test.ts\` beside it reads the routes from the app itself, requests each of them as everybody in this table, in JSON and as a native
form, and fails if a row, a route, or an answer is missing or different. After changing the table, run \`npx vitest run tests/web/permissions -u\`.

- **guest**: no session, or one that has ended. **other**: another customer. **owner**: the customer whose record it is; a guest's checkout belongs
  to the browser that made it or took it over. **link**: a browser that followed the link emailed for that order, for an hour.
- **their own**: the same for everybody, about the requesting browser or customer only; nothing of another's can be named.
- **404**: exactly the answer for an ID that does not exist, in status, headers, and body. **401**: a native form goes to the sign-in by 303, or shows
  the reason on its page. **the sign-in**: 303, and back afterwards.
- **401, the sign-in**: for a customer's checkout, whose session may only be over: calls get 401, screens and forms the sign-in and the way back. A
  guest's checkout needs no session, and for an ID that does not exist the answer is 404.
- Any other browser with the ID of a guest's checkout reads its lines alone, and changes a copy of them that is its own: of the email, addresses, method,
  promo code, tax, and quote it reads nothing, and nothing of the checkout changes (\`checkouts.test.ts\`).
- **the staff’s sign-in**: screens lead there, calls get 401; no shopper’s session opens anything. **permission**: what the role of
  somebody of the staff has to include ([what each opens](staff.md#roles)), asked at each request (\`tests/staff/roles.test.ts\`); none: everybody of
  the staff.
- **refused without the secret**: a password, an emailed link, or a return from a provider opens it, whoever asks.
- A **token** is the visitor's or the session's own (\`X-CSRFToken\`, in a form \`_csrf\`); without it the answer is 403 and nothing changes. **no other
  site**: the call needs no token, and refuses requests that \`Sec-Fetch-Site\` or \`Origin\` call foreign.
- **recent proof**: a sign-in, or its repetition, of the last ten minutes. Otherwise a call gets 403 with code \`reauthenticate\`, and a native form the
  page that asks for it (\`recent-proof.test.ts\`).
- **other origins**: whose pages may make the call by a script. *listed* are those of \`EMBED_ORIGINS\`, whose visitors are always guests
  (\`tests/web/embedding.test.ts\`); all others get 403, and so do listed ones from what is open to none.
- For a checkout that has become an order, \`find\` returns only \`{id, state: "completed"}\`, its screens lead to the confirmation, and its changes are
  refused (\`checkouts.test.ts\`).
- Files have addresses that cannot be guessed, or hold nothing personal: \`/static\`, \`/media\`; a customer's picture is named by 128 random bits.

| route | what it does | a change needs | recent proof | guest | other | owner | link | other origins | permission |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${table.map(lineOf).join("\n")}
`;
