// Keeps the rules.

export const serve = {};
