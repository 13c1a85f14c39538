import type { RenderPart } from "../web/views.ts";
import type { Letter } from "./mail.ts";

export type Note = { title: string; paragraphs: readonly string[]; action?: { label: string; href: string }; small?: string };

type Sender = { renderPart: RenderPart; config: { publicUrl: string; storeName: string } };

/** A letter of a few sentences, with one link at most. Its links lead to the shop's own address, never to a request's Host. */
export function noteLetter({ renderPart, config }: Sender, to: string, messageId: string, note: Note): Letter {
  const values = { ...note, shopUrl: `${config.publicUrl}/storefront/` };
  return {
    to,
    subject: `${note.title} at ${config.storeName}`,
    html: renderPart("mail/note.html", values),
    text: renderPart("mail/note.text", values),
    messageId,
  };
}
