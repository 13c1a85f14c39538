export const states = { new: {} };
