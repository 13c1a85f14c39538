import type { FormDraftsProps } from "../../islands/staff/form-drafts.props.ts";

export const states = {
  "a page of somebody": { owner: "staff-1", isAnswer: false },
} satisfies Record<string, FormDraftsProps>;
