import type { DisableAccountProps } from "../../islands/customers/disable-account.props.ts";

export const states = {
  closed: { token: "t-1", open: false },
  refused: { token: "t-1", open: true, formError: "Tick the box to disable your account." },
} satisfies Record<string, DisableAccountProps>;
