import { z } from "zod";

/** The keyboard shortcuts. The list is shown to everybody; the shortcuts work only with scripts. */
export const schema = z.object({
  /** the screens, each with its key after `g` */
  screens: z.array(z.object({ key: z.string(), name: z.string(), href: z.string() })),
  /** the path of the sign-out, which also removes the drafts on this device */
  signOut: z.string(),
});

export type ShortcutsProps = z.infer<typeof schema>;
