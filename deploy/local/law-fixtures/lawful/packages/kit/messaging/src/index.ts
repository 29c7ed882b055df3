// Lawful.

export const serve = {};
