import { z } from "zod";

/** The keyboard's shortcuts, which are listed for everybody and work where scripts do. */
export const schema = z.object({
  /** each after `g` */
  screens: z.array(z.object({ key: z.string(), name: z.string(), href: z.string() })),
  /** where the sign-out is sent, which ends what is kept on this device */
  signOut: z.string(),
});

export type ShortcutsProps = z.infer<typeof schema>;
