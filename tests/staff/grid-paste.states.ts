import type { GridPasteProps } from "../../islands/staff/grid-paste.props.ts";

export const states = {
  hint: { hint: "Paste cells of a spreadsheet into the grid." },
} satisfies Record<string, GridPasteProps>;
