/** It shows nothing before a session has ended. */
export const states = { quiet: {} };
