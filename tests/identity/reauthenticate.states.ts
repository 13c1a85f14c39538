import type { z } from "zod";
import type { schema } from "../../islands/identity/reauthenticate.props.ts";

export const states = { closed: {} } satisfies Record<string, z.infer<typeof schema>>;
