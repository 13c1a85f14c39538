import type { Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import { longestTagText } from "../../tags.ts";
import { type OrderAction, staffOrdersPath } from "../paths.ts";

type Sent = { typed: Record<string, unknown>; refusal: Refusal | undefined; action: OrderAction | undefined };

/** An order's tags, each linked to all orders with the tag, and the form that replaces them. */
export function tagsPart(tags: readonly string[], { typed, refusal, action }: Sent) {
  const isSent = action === "tags";
  return {
    links: tags.map((tag) => ({ tag, href: `${staffOrdersPath}?${new URLSearchParams({ tag })}` })),
    field: {
      name: "tags",
      label: "Tags",
      hint: "Only the staff see tags. Separate them with commas.",
      value: isSent ? readText(typed.tags) : tags.join(", "),
      error: isSent ? refusal?.errors?.find(({ field }) => field === "tags")?.message : undefined,
      maxlength: String(longestTagText),
      autocomplete: "off",
    },
  };
}
