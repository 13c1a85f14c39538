import type { FormDraftProps } from "../../islands/staff/form-draft.props.ts";

export const states = {
  "nothing kept": { path: "/staff/people/p1/", seen: "v1" },
} satisfies Record<string, FormDraftProps>;
