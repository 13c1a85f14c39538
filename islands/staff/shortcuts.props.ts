import { z } from "zod";

/** The keyboard's shortcuts, which are listed for everybody and work with scripts. */
export const schema = z.object({
  /** the screens, each with its key after `g` */
  screens: z.array(z.object({ key: z.string(), name: z.string(), href: z.string() })),
  /** the path of the sign-out, which also ends the drafts on this device */
  signOut: z.string(),
});

export type ShortcutsProps = z.infer<typeof schema>;
