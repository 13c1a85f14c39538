import type { ShortcutsProps } from "../../islands/staff/shortcuts.props.ts";

export const states = {
  listed: {
    screens: [
      { key: "t", name: "Today", href: "/staff/" },
      { key: "o", name: "Orders", href: "/staff/orders/" },
    ],
    signOut: "/staff/signout/",
  },
} satisfies Record<string, ShortcutsProps>;
